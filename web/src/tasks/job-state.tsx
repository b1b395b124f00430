import { jobStates } from '@millwright/contract/system/job';
import type { Job } from '@millwright/contract/system/job';
import { instantText } from '../kernel/dates-plain.ts';
import { say, t } from '../kernel/language.tsx';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { tasksText as text } from '../locales/tasks.ts';

/** How far a job is, in words and, while its length is known, as a bar. */
export function JobProgress({ job }: { job: Job }) {
  const zone = useStore(session, (state) => state.user?.sysConfig.timeZone);
  return (
    <span className="job-progress">
      {job.state === 'running' && (
        <progress
          aria-label={say(text.progressOf, { name: job.title })}
          max={100}
          {...valueOf(job)}
        />
      )}
      <span className="job-detail num">{detailOf(job, zone)}</span>
    </span>
  );
}

/** The state as a word with its colour. */
export function JobStateWord({ job }: { job: Job }) {
  return <span className={`job-state job-${job.state}`}>{t(jobStates[job.state])}</span>;
}

function valueOf({ progress }: Job): { value?: number } {
  return progress === null ? {} : { value: progress };
}

function detailOf(job: Job, zone: string | undefined): string {
  if (job.state === 'failed') return job.error ?? '';
  if (job.state === 'running' && job.total !== null)
    return say(text.rowsOf, { n: job.rows, total: job.total });
  if (job.state !== 'done') return '';
  if (job.result) return say(text.imported, job.result);
  const kept = job.fileUntil
    ? say(text.keptUntil, { time: instantText(job.fileUntil, zone).slice(0, 10) })
    : t(text.gone);
  return `${say(text.rows, { n: job.rows })} · ${kept}`;
}
