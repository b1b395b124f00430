import type { ImportAnswer } from '@millwright/contract/kernel/sheet';
import { Button } from 'antd';
import { say, t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { importText as text } from '../locales/import.ts';
import type { Import } from './use-import.ts';

/** The last step: what was written and what was not. */
export function ImportResult({ result }: { result: ImportAnswer }) {
  return (
    <div className="import-result" role="status">
      <p>
        <Mark
          shape={result.ok > 0 ? 'check' : 'warning'}
          color={result.ok > 0 ? '--ok-fill' : '--warn-fill'}
        />{' '}
        {result.ok > 0 ? say(text.done, { ok: result.ok }) : t(text.nothingWritten)}
      </p>
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
