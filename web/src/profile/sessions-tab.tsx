import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Form, Input, Modal, Table, Tag } from 'antd';
import { useState } from 'react';
import { api } from '../kernel/api.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { t } from '../kernel/language.tsx';
import { rowsOf } from '../kernel/order-list.ts';
import { Refusal } from '../kernel/refusal.ts';
import { kernelText } from '../locales/kernel.ts';
import { profileText as text } from '../locales/profile.ts';
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
  const columns = [
    { title: t(text.address), dataIndex: 'ip' },
    { title: t(text.location), dataIndex: 'location', render: filled },
    { title: t(text.browser), dataIndex: 'browser', render: filled },
    { title: t(text.os), dataIndex: 'os', render: filled },
    { title: t(text.signedIn), dataIndex: 'createTime', render: instant },
    { title: t(text.lastSeen), dataIndex: 'lastSeenAt', render: instant },
    {
      title: <span className="sr-only">{t(text.actions)}</span>,
      key: 'act',
      align: 'right' as const,
      render: (row: OwnSession) =>
        row.current ? (
          <Tag>{t(text.thisDevice)}</Tag>
        ) : (
          <ActionButton type="link" size="small" onClick={() => setEnding({ ids: [row.id] })}>
            {t(text.end)}
          </ActionButton>
        ),
    },
  ];
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
      <Table<OwnSession>
        size="small"
        rowKey="id"
        loading={isPending}
        columns={columns}
        dataSource={rows}
        pagination={false}
        scroll={{ x: 'max-content' }}
      />
      {ending && <PasswordQuestion onAnswer={end} onClose={() => setEnding(null)} />}
    </>
  );
}

function PasswordQuestion({
  onAnswer,
  onClose,
}: {
  onAnswer: (password: string) => Promise<void>;
  onClose: () => void;
}) {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const send = () => {
    if (password === '') return;
    setBusy(true);
    onAnswer(password).catch((error: unknown) => {
      setBusy(false);
      setProblem(error instanceof Refusal ? (error.errors[0]?.message ?? '') : '');
    });
  };
  return (
    <Modal
      open
      width={400}
      title={t(text.endAsk)}
      onCancel={onClose}
      onOk={send}
      confirmLoading={busy}
      okText={t(kernelText.ok)}
      cancelText={t(kernelText.cancel)}
    >
      <Form.Item validateStatus={problem ? 'error' : ''} help={problem || undefined}>
        <Input.Password
          autoFocus
          aria-label={t(text.currentPassword)}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          onPressEnter={send}
        />
      </Form.Item>
    </Modal>
  );
}

function filled(value: string | null): string {
  return value || '—';
}
