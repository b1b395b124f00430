import { paging } from '@millwright/contract/constants';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Pager } from '../controls/pager.tsx';
import { api } from '../kernel/api.ts';
import { labelOf, useDictionary } from '../kernel/dictionary.ts';
import { t } from '../kernel/language.tsx';
import { loginInfoWord } from '../log/log-words.tsx';
import { rowsOf } from '../kernel/order-list.ts';
import { profileText as text } from '../locales/profile.ts';
import { PlainTable } from './plain-table.tsx';
import type { PlainColumn } from './plain-table.tsx';
import { useInstant } from './use-instant.ts';

interface Login {
  readonly id: string;
  readonly at: string;
  readonly event: string;
  readonly status: string;
  readonly responseInfo: string | null;
  readonly host: string | null;
  readonly location: string | null;
  readonly browser: string | null;
  readonly os: string | null;
}

/** One's own sign-ins of the last 90 days. */
export function LoginsTab() {
  const [{ page, limit }, setPage] = useState<{ page: number; limit: number }>({
    page: paging.defaultPage,
    limit: paging.defaultLimit,
  });
  const events = useDictionary('login_event');
  const states = useDictionary('log_status');
  const instant = useInstant();
  const { data, isPending } = useQuery({
    queryKey: ['ownLogins', page, limit],
    queryFn: () =>
      api.get<{ list: readonly Login[]; total: number }>('/api/user/info/logins', { page, limit }),
    placeholderData: keepPreviousData,
  });
  const columns: PlainColumn<Login>[] = [
    { title: t(text.time), dataIndex: 'at', render: instant, className: 'num' },
    { title: t(text.event), dataIndex: 'event', render: (value: string) => labelOf(events, value) },
    {
      title: t(text.status),
      dataIndex: 'status',
      render: (value: string) => (
        <span className={value === '1' ? 'bad' : undefined}>{labelOf(states, value)}</span>
      ),
    },
    { title: t(text.result), dataIndex: 'responseInfo', render: loginInfoWord },
    { title: t(text.address), dataIndex: 'host', render: filled },
    { title: t(text.location), dataIndex: 'location', render: filled },
    { title: t(text.browser), dataIndex: 'browser', render: filled },
    { title: t(text.os), dataIndex: 'os', render: filled },
  ];
  return (
    <>
      <PlainTable<Login> loading={isPending} columns={columns} rows={rowsOf(data) as Login[]} />
      <div className="profile-pager">
        <small>{t(text.last90)}</small>
        <Pager
          page={page}
          limit={limit}
          total={data?.total ?? 0}
          onChange={(nextPage, nextLimit) => setPage({ page: nextPage, limit: nextLimit })}
        />
      </div>
    </>
  );
}

function filled(value: string | null): string {
  return value || '—';
}
