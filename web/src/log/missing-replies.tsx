import type { List } from '../entity/use-list.ts';
import { logText as text } from '../locales/logs.ts';
import { MessageView, type ViewedMessage } from './message-view.tsx';

interface Request extends ViewedMessage {
  readonly queueName: string | null;
}

/** The view of requests that nobody answered. */
export function MissingReplies({ list }: { list: List }) {
  return (
    <MessageView
      list={list}
      path="missing-replies"
      title={text.missing}
      hint={text.missingHint}
      none={text.noMissing}
      about={({ queueName }: Request) => queueName}
    />
  );
}
