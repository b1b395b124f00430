import { SyncOutlined } from '@ant-design/icons';
import { ask } from '../kernel/confirm.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { Allowed } from '../kernel/permission.tsx';
import { showToast } from '../kernel/toast.ts';
import { entityText } from '../locales/entity.ts';
import { userText as text } from '../locales/people.ts';
import { userCalls } from './user-calls.ts';

/** Pushes the people of the site to its line terminals and says which did not answer. */
export function SyncTerminals() {
  return (
    <Allowed tags={['system:user:sync']}>
      <ActionButton icon={<SyncOutlined />} onClick={sync}>
        {t(text.sync)}
      </ActionButton>
    </Allowed>
  );
}

async function sync(): Promise<void> {
  const sure = await ask({
    title: t(entityText.question),
    text: t(text.syncAsk),
    confirm: t(text.sync),
    cancel: t(entityText.cancel),
  });
  if (!sure) return;
  const answer = await userCalls.sync().catch(() => undefined);
  if (!answer) return;
  const done =
    answer.sent === 0 && answer.failed.length === 0
      ? t(text.syncNone)
      : say(text.syncDone, { n: answer.sent });
  if (answer.failed.length === 0) return showToast(answer.sent > 0 ? 'success' : 'info', done);
  showToast('error', [
    done,
    say(text.syncFailed, { n: answer.failed.length }),
    ...answer.failed.map(({ terminal, msg }) => `${terminal}: ${msg}`),
  ]);
}
