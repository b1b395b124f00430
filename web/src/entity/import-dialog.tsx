import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { Steps } from 'antd';
import { say, t } from '../kernel/language.tsx';
import { importText as text } from '../locales/import.ts';
import { ImportCheck, ImportCheckButtons } from './import-check.tsx';
import { ImportFile } from './import-file.tsx';
import { ImportJob, ImportJobButtons } from './import-job.tsx';
import { ImportMappingTable, ImportMappingButtons } from './import-mapping.tsx';
import { ImportResult, ImportResultButtons } from './import-result.tsx';
import { Pane } from './pane.tsx';
import { useImport } from './use-import.ts';
import type { Import } from './use-import.ts';
import './import.css';

/** Rows out of a workbook: file, columns, check of every row, result. Nothing is written before the check was seen. */
export default function ImportDialog({
  entity,
  onClose,
}: {
  entity: AnyEntity;
  onClose: () => void;
}) {
  const run = useImport(entity);
  const step = stepOf(run);
  const steps = [text.stepFile, text.stepMapping, text.stepCheck, text.stepResult].map((title) => ({
    title: t(title),
  }));
  return (
    <Pane
      title={say(text.title, { name: entity.label })}
      wide
      takesFocus
      onClose={onClose}
      under={
        <div className="import-steps">
          <Steps size="small" current={step} items={steps} />
        </div>
      }
      footer={footerOf(step, run, onClose)}
    >
      {step === 0 && <ImportFile run={run} entity={entity} />}
      {step === 1 && run.reading && <ImportMappingTable run={run} reading={run.reading} />}
      {step === 2 && run.checked && <ImportCheck run={run} answer={run.checked} />}
      {step === 3 && run.result && <ImportResult result={run.result} />}
      {step === 3 && run.job && <ImportJob id={run.job} />}
    </Pane>
  );
}

function stepOf(run: Import): 0 | 1 | 2 | 3 {
  if (run.result || run.job) return 3;
  if (run.checked) return 2;
  return run.reading ? 1 : 0;
}

function footerOf(step: 0 | 1 | 2 | 3, run: Import, onClose: () => void) {
  if (step === 1 && run.reading) return <ImportMappingButtons run={run} reading={run.reading} />;
  if (step === 2 && run.checked) return <ImportCheckButtons run={run} answer={run.checked} />;
  if (step === 3 && run.job) return <ImportJobButtons id={run.job} run={run} onClose={onClose} />;
  return step === 3 && run.result ? (
    <ImportResultButtons result={run.result} run={run} onClose={onClose} />
  ) : undefined;
}
