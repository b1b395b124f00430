import { jobKinds } from '@millwright/contract/system/job';
import type { Job, JobKind } from '@millwright/contract/system/job';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../kernel/api.ts';
import { t } from '../kernel/language.tsx';
import { useStore } from '../kernel/store.ts';
import { tasksText as text } from '../locales/tasks.ts';
import { PlainTable } from '../profile/plain-table.tsx';
import type { PlainColumn } from '../profile/plain-table.tsx';
import { useInstant } from '../profile/use-instant.ts';
import { JobButtons } from './job-buttons.tsx';
import { JobProgress, JobStateWord } from './job-state.tsx';
import { jobs } from './jobs.ts';
import './tasks.css';

/** All exports and imports of a person, page by page. */
export function TasksTab() {
  const [page, setPage] = useState(1);
  const instant = useInstant();
  // The button of the top bar looks after what goes on; what it hears is shown here too.
  const live = useStore(jobs);
  const { data, isPending } = useQuery({
    queryKey: ['jobs', page, live],
    queryFn: () =>
      api.get<{ list: readonly Job[]; total: number }>('/api/system/jobs', { page, limit: 20 }),
    placeholderData: (old) => old,
  });
  const columns: PlainColumn<Job>[] = [
    { title: t(text.kind), dataIndex: 'kind', render: (kind: JobKind) => t(jobKinds[kind]) },
    { title: t(text.title), dataIndex: 'title' },
    {
      title: t(text.state),
      key: 'state',
      render: (_: unknown, job: Job) => <JobStateWord job={job} />,
    },
    {
      title: t(text.detail),
      key: 'detail',
      render: (_: unknown, job: Job) => <JobProgress job={job} />,
    },
    { title: t(text.asked), dataIndex: 'createTime', render: instant },
    {
      title: <span className="sr-only">{t(text.actions)}</span>,
      key: 'act',
      align: 'right',
      render: (_: unknown, job: Job) => <JobButtons job={job} />,
    },
  ];
  return (
    <PlainTable<Job>
      loading={isPending}
      columns={columns}
      rows={data?.list ?? []}
      emptyText={t(text.none)}
      pages={{
        current: page,
        total: data?.total ?? 0,
        pageSize: 20,
        hideOnSinglePage: true,
        showSizeChanger: false,
        onChange: setPage,
      }}
    />
  );
}
