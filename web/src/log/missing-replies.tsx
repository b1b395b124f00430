import { communicationLog } from '@millwright/contract/log/communication';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import { keyOf } from '../entity/query-key.ts';
import type { List } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { logText as text } from '../locales/logs.ts';
import { siteParams } from './figure-params.ts';
import './log-lists.css';

interface Request {
  readonly id: string;
  readonly at: string;
  readonly queueName: string | null;
  readonly messageId: string;
  readonly deviceNumber: string | null;
}

/** The view of requests that nobody answered; a click shows the messages of that id. */
export function MissingReplies({ list }: { list: List }) {
  const [isOpen, setOpen] = useState(false);
  const params = siteParams(list);
  const { data } = useQuery({
    queryKey: keyOf(communicationLog, 'missing-replies', params),
    queryFn: ({ signal }) =>
      api.get<{ list: Request[] }>(`${communicationLog.path}/missing-replies`, params, {
        signal,
      }),
    enabled: isOpen,
  });
  const choose = (messageId: string) => {
    setOpen(false);
    const { at: _at, ...rest } = list.usual.filters;
    list.filter({ ...rest, messageId });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(text.missing)}</Button>
      <Dialog
        open={isOpen}
        title={t(text.missing)}
        width={720}
        footer={null}
        onCancel={() => setOpen(false)}
      >
        <p className="log-hint">{t(text.missingHint)}</p>
        {data?.list.length === 0 && <p>{t(text.noMissing)}</p>}
        <ul className="missing-list">
          {data?.list.map((request) => (
            <li key={request.id}>
              <button type="button" onClick={() => choose(request.messageId)}>
                <time className="num">{wallOf(request.at)}</time>
                <span>{request.deviceNumber}</span>
                <span>{request.queueName}</span>
                <b>{request.messageId}</b>
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
