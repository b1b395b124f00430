import type { Job } from '@millwright/contract/system/job';
import { Button } from 'antd';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { useStore } from '../kernel/store.ts';
import { Mark } from '../kinds/mark.tsx';
import { importText as text } from '../locales/import.ts';
import { tasksText } from '../locales/tasks.ts';
import { JobProgress, JobStateWord } from '../tasks/job-state.tsx';
import { cancelJob, downloadJob, isOpen, jobs } from '../tasks/jobs.ts';
import '../tasks/tasks.css';
import type { Import } from './use-import.ts';

/** The last step of an import that goes on in the background: how far it is, then what came of it. */
export function ImportJob({ id }: { id: string }) {
  const job = useJob(id);
  if (!job) return null;
  return (
    <div className="import-result" role="status">
      {isOpen(job) && <p>{t(text.inBackground)}</p>}
      {!isOpen(job) && (
        <p>
          <Mark {...(job.state === 'done' && job.result?.ok ? GOOD : WARNING)} /> {sentenceOf(job)}
        </p>
      )}
      {job.state === 'done' && job.result && job.result.failed > 0 && (
        <p>
          <Mark shape="cross" color="--bad-fill" /> {say(text.left, { n: job.result.failed })}
        </p>
      )}
      {isOpen(job) && (
        <p className="import-job">
          <JobStateWord job={job} /> <JobProgress job={job} />
        </p>
      )}
    </div>
  );
}

export function ImportJobButtons({
  id,
  run,
  onClose,
}: {
  id: string;
  run: Import;
  onClose: () => void;
}) {
  const job = useJob(id);
  return (
    <>
      <Button type="primary" onClick={onClose}>
        {t(job && isOpen(job) ? text.leave : text.close)}
      </Button>
      {job && isOpen(job) && (
        <ActionButton onClick={() => cancelJob(job).catch(() => undefined)}>
          {t(text.cancelImport)}
        </ActionButton>
      )}
      {job?.fileName && (
        <ActionButton onClick={() => downloadJob(job).catch(() => undefined)}>
          {t(text.errorFile)}
        </ActionButton>
      )}
      <Button type="link" onClick={run.restart}>
        {t(text.otherFile)}
      </Button>
    </>
  );
}

const GOOD = { shape: 'check', color: '--ok-fill' } as const;
const WARNING = { shape: 'warning', color: '--warn-fill' } as const;

function useJob(id: string): Job | undefined {
  return useStore(jobs, (all) => all?.find((job) => job.id === id));
}

function sentenceOf(job: Job): string {
  if (job.state === 'cancelled') return t(text.cancelled);
  if (job.state === 'failed')
    return say(tasksText.failed, { name: job.title, reason: job.error ?? '' });
  return job.result?.ok ? say(text.done, { ok: job.result.ok }) : t(text.nothingWritten);
}
