import type { Text } from '@millwright/contract/kernel/text';
import { communicationLog } from '@millwright/contract/log/communication';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import { placeOf } from '../entity/list-place.ts';
import { keyOf } from '../entity/query-key.ts';
import type { List } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import './log-lists.css';

/** A message as the views beside the communication log name it. */
export interface ViewedMessage {
  readonly id: string;
  readonly at: string;
  readonly messageId: string;
  readonly deviceNumber: string | null;
}

interface Props<Message extends ViewedMessage> {
  readonly list: List;
  /** Last part of the call's path. */
  readonly path: string;
  readonly title: Text;
  readonly hint: Text;
  readonly none: Text;
  /** What there is to say about a message beside its time, device and id. */
  readonly about: (message: Message) => ReactNode;
}

/** A view of messages that no filter of the list finds; a click shows the messages of that id. */
export function MessageView<Message extends ViewedMessage>({
  list,
  path,
  title,
  hint,
  none,
  about,
}: Props<Message>) {
  const [isOpen, setOpen] = useState(false);
  const params = placeOf(list);
  const { data } = useQuery({
    queryKey: keyOf(communicationLog, path, params),
    queryFn: ({ signal }) =>
      api.get<{ list: Message[] }>(`${communicationLog.path}/${path}`, params, { signal }),
    enabled: isOpen,
  });
  const choose = (messageId: string) => {
    setOpen(false);
    const { at: _at, ...rest } = list.usual.filters;
    list.filter({ ...rest, messageId });
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(title)}</Button>
      <Dialog
        open={isOpen}
        title={t(title)}
        width={720}
        footer={null}
        onCancel={() => setOpen(false)}
      >
        <p className="log-hint">{t(hint)}</p>
        {data?.list.length === 0 && <p>{t(none)}</p>}
        <ul className="message-view">
          {data?.list.map((message) => (
            <li key={message.id}>
              <button type="button" onClick={() => choose(message.messageId)}>
                <time className="num">{wallOf(message.at)}</time>
                <span>{message.deviceNumber}</span>
                <span>{about(message)}</span>
                <b>{message.messageId}</b>
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
