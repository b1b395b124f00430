import type { ImportAnswer } from '@millwright/contract/kernel/sheet';
import { Input } from 'antd';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { importText as text } from '../locales/import.ts';
import type { Import } from './use-import.ts';

/** Asks why rows are changed that may only be changed with a reason, such as orders after their release. */
export function ImportReason({ run, answer }: { run: Import; answer: ImportAnswer }) {
  const waiting = answer.errors.filter(({ key }) => key === 'row.reason').length;
  if (waiting === 0 && run.reason === '') return null;
  const isGiven = run.reason.trim() !== '';
  return (
    <div className="import-reason">
      <label htmlFor="import-reason">{t(entityText.reason)}</label>
      <Input
        id="import-reason"
        maxLength={500}
        value={run.reason}
        onChange={(event) => run.setReason(event.target.value)}
        onPressEnter={() => isGiven && void run.check()}
      />
      <ActionButton disabled={!isGiven} loading={run.busy} onClick={run.check}>
        {t(text.checkAgain)}
      </ActionButton>
      {waiting > 0 && <small>{say(text.reasonFor, { n: waiting })}</small>}
    </div>
  );
}
