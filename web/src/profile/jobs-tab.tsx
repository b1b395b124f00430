import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Progress, Table } from 'antd';
import { api } from '../kernel/api.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { saveBlob } from '../kernel/download.ts';
import { t } from '../kernel/language.tsx';
import { rowsOf } from '../kernel/order-list.ts';
import { profileText as text } from '../locales/profile.ts';
import { useInstant } from './use-instant.ts';

interface Job {
  readonly id: string;
  readonly kind: 'export' | 'import';
  readonly title: string;
  readonly state: keyof typeof text.states;
  readonly progress: number;
  readonly rows: number | null;
  readonly error?: string | null;
  readonly createTime: string;
}

/** One's own exports and imports; running ones move by themselves. */
export function JobsTab() {
  const queries = useQueryClient();
  const instant = useInstant();
  const { data, isPending } = useQuery({
    queryKey: ['jobs'],
    queryFn: () => api.get<unknown>('/api/system/jobs', undefined, { quiet: true }),
    refetchInterval: (query) => ((rowsOf(query.state.data) as Job[]).some(isOpen) ? 2_000 : false),
  });
  const cancel = async (job: Job) => {
    await api.post(`/api/system/jobs/${job.id}/actions/cancel`, {});
    await queries.invalidateQueries({ queryKey: ['jobs'] });
  };
  const columns = [
    { title: t(text.job), dataIndex: 'title' },
    { title: t(text.kind), dataIndex: 'kind', render: (kind: Job['kind']) => t(text[kind]) },
    {
      title: t(text.status),
      key: 'state',
      render: (job: Job) =>
        job.error ? `${t(text.states[job.state])} · ${job.error}` : t(text.states[job.state]),
    },
    {
      title: t(text.progress),
      key: 'progress',
      width: 160,
      render: (job: Job) =>
        job.state === 'running' ? (
          <Progress aria-label={t(text.progress)} size="small" percent={job.progress} />
        ) : (
          '—'
        ),
    },
    {
      title: t(text.rows),
      dataIndex: 'rows',
      align: 'right' as const,
      className: 'num',
      render: (rows: number | null) => rows?.toLocaleString() ?? '—',
    },
    { title: t(text.created), dataIndex: 'createTime', className: 'num', render: instant },
    {
      title: <span className="sr-only">{t(text.actions)}</span>,
      key: 'act',
      align: 'right' as const,
      render: (job: Job) => (
        <>
          {job.state === 'done' && job.kind === 'export' && (
            <ActionButton type="link" size="small" onClick={() => download(job)}>
              {t(text.download)}
            </ActionButton>
          )}
          {isOpen(job) && (
            <ActionButton type="link" size="small" onClick={() => cancel(job)}>
              {t(text.cancel)}
            </ActionButton>
          )}
        </>
      ),
    },
  ];
  return (
    <>
      <Table<Job>
        size="small"
        rowKey="id"
        loading={isPending}
        columns={columns}
        dataSource={rowsOf(data) as Job[]}
        pagination={false}
        scroll={{ x: 'max-content' }}
      />
      <div className="profile-pager">
        <small>{t(text.keptFor)}</small>
      </div>
    </>
  );
}

function isOpen(job: Job): boolean {
  return job.state === 'queued' || job.state === 'running';
}

async function download(job: Job): Promise<void> {
  const { blob, name } = await api.file(`/api/system/jobs/${job.id}/file`);
  saveBlob(blob, name ?? `${job.title}.xlsx`);
}
