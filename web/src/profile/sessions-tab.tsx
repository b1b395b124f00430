import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Tag } from 'antd';
import { useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import { api } from '../kernel/api.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { t } from '../kernel/language.tsx';
import { rowsOf } from '../kernel/order-list.ts';
import { useWork } from '../kernel/work.ts';
import { kernelText } from '../locales/kernel.ts';
import { profileText as text } from '../locales/profile.ts';
import { PlainTable } from './plain-table.tsx';
import type { PlainColumn } from './plain-table.tsx';
import { useInstant } from './use-instant.ts';

interface OwnSession {
  readonly id: string;
  readonly ip: string;
  readonly location: string | null;
  readonly browser: string | null;
  readonly os: string | null;
  readonly createTime: string;
  readonly lastSeenAt: string;
  readonly current?: boolean;
}

/** Where one is signed in; ending a session needs the password. */
export function SessionsTab() {
  const queries = useQueryClient();
  const instant = useInstant();
  const [ending, setEnding] = useState<{ ids: readonly string[] } | { others: true } | null>(null);
  const { data, isPending } = useQuery({
    queryKey: ['ownSessions'],
    queryFn: () => api.get<unknown>('/api/user/info/sessions'),
  });
  const rows = rowsOf(data) as OwnSession[];
  const end = async (password: string) => {
    const body = { ...ending, password };
    await api.post('/api/user/info/sessions/actions/end', body, { form: true });
    setEnding(null);
    await queries.invalidateQueries({ queryKey: ['ownSessions'] });
  };
  return (
    <>
      <div className="profile-tools">
        <ActionButton
          disabled={rows.every((row) => row.current)}
          onClick={() => setEnding({ others: true })}
        >
          {t(text.endOthers)}
        </ActionButton>
      </div>
      <PlainTable<OwnSession>
        loading={isPending}
        columns={columnsOf(instant, (id) => setEnding({ ids: [id] }))}
        rows={rows}
      />
      {ending && <PasswordQuestion onAnswer={end} onClose={() => setEnding(null)} />}
    </>
  );
}

function columnsOf(
  instant: (value: string) => string,
  onEnd: (id: string) => void,
): PlainColumn<OwnSession>[] {
  return [
    { title: t(text.address), dataIndex: 'ip' },
    { title: t(text.location), dataIndex: 'location', render: filled },
    { title: t(text.browser), dataIndex: 'browser', render: filled },
    { title: t(text.os), dataIndex: 'os', render: filled },
    { title: t(text.signedIn), dataIndex: 'createTime', render: instant },
    { title: t(text.lastSeen), dataIndex: 'lastSeenAt', render: instant },
    {
      title: <span className="sr-only">{t(text.actions)}</span>,
      key: 'act',
      align: 'right',
      render: (row: OwnSession) =>
        row.current ? (
          <Tag>{t(text.thisDevice)}</Tag>
        ) : (
          <ActionButton type="link" size="small" onClick={() => onEnd(row.id)}>
            {t(text.end)}
          </ActionButton>
        ),
    },
  ];
}

function PasswordQuestion({
  onAnswer,
  onClose,
}: {
  onAnswer: (password: string) => Promise<void>;
  onClose: () => void;
}) {
  const [password, setPassword] = useState('');
  const { busy, problems, run } = useWork();
  const problem = problems[0]?.message;
  const send = () => void (password !== '' && run(() => onAnswer(password)));
  return (
    <Dialog
      open
      width={400}
      title={t(text.endAsk)}
      onCancel={onClose}
      onOk={send}
      confirmLoading={busy}
      okText={t(kernelText.ok)}
      cancelText={t(kernelText.cancel)}
    >
      <Form.Item validateStatus={problem ? 'error' : ''} help={problem}>
        <Input.Password
          autoFocus
          aria-label={t(text.currentPassword)}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          onPressEnter={send}
        />
      </Form.Item>
    </Dialog>
  );
}

function filled(value: string | null): string {
  return value || '—';
}
