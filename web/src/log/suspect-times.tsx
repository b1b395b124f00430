import type { SuspectMessages } from '@millwright/contract/device/traffic';
import type { List } from '../entity/use-list.ts';
import { logText as text } from '../locales/logs.ts';
import { ClockOff } from './clock-off.tsx';
import { MessageView } from './message-view.tsx';

/** The view of messages that told a time that could not be. */
export function SuspectTimes({ list }: { list: List }) {
  return (
    <MessageView
      list={list}
      path="suspects"
      title={text.suspectTimes}
      hint={text.suspectTimesHint}
      none={text.noSuspectTimes}
      about={clockOf}
    />
  );
}

function clockOf({ clockOff }: SuspectMessages['list'][number]) {
  return <ClockOff seconds={clockOff} />;
}
