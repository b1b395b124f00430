import type { ImportAnswer } from '@millwright/contract/kernel/sheet';
import { Button } from 'antd';
import { say, t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { importText as text } from '../locales/import.ts';
import { verdictCounts } from './import-model.ts';
import type { Import } from './use-import.ts';

/** The last step: what was written and what was not. */
export function ImportResult({ result }: { result: ImportAnswer }) {
  const counts = verdictCounts(result);
  const written = result.ok > 0 ? counts.new + counts.changed : 0;
  return (
    <div className="import-result" role="status">
      <p>
        <Mark
          shape={written > 0 ? 'check' : 'warning'}
          color={written > 0 ? '--ok-fill' : '--warn-fill'}
        />{' '}
        {written > 0 ? say(text.done, { ok: written }) : t(text.nothingWritten)}
      </p>
      {counts.unchanged > 0 && (
        <p>
          <Mark shape="ring" color="--ink-3" /> {say(text.sameAsBefore, { n: counts.unchanged })}
        </p>
      )}
      {result.failed > 0 && (
        <p>
          <Mark shape="cross" color="--bad-fill" /> {say(text.left, { n: result.failed })}
        </p>
      )}
    </div>
  );
}

export function ImportResultButtons({
  result,
  run,
  onClose,
}: {
  result: ImportAnswer;
  run: Import;
  onClose: () => void;
}) {
  return (
    <>
      <Button type="primary" onClick={onClose}>
        {t(text.close)}
      </Button>
      {result.errorFile && (
        <Button href={result.errorFile} download>
          {t(text.errorFile)}
        </Button>
      )}
      <Button type="link" onClick={run.restart}>
        {t(text.otherFile)}
      </Button>
    </>
  );
}
