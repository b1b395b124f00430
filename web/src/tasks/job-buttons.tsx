import { CloseOutlined, DownloadOutlined } from '@ant-design/icons';
import type { Job } from '@millwright/contract/system/job';
import { useState } from 'react';
import { say } from '../kernel/language.tsx';
import { tasksText as text } from '../locales/tasks.ts';
import { cancelJob, downloadJob, isOpen, nameOfJob } from './jobs.ts';

/** What can be done with a job: its file, or an end to it. */
export function JobButtons({ job }: { job: Job }) {
  const [busy, setBusy] = useState(false);
  const during = (work: (job: Job) => Promise<void>) => () => {
    setBusy(true);
    // A refusal has been shown.
    void work(job)
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  const name = nameOfJob(job);
  if (isOpen(job)) {
    const label = say(text.cancelOf, { name });
    return (
      <button
        type="button"
        className="job-button"
        disabled={busy}
        title={label}
        aria-label={label}
        onClick={during(cancelJob)}
      >
        <CloseOutlined aria-hidden />
      </button>
    );
  }
  if (job.fileName === null) return null;
  const label = say(text.downloadOf, { name });
  return (
    <button
      type="button"
      className="job-button"
      disabled={busy}
      title={label}
      aria-label={label}
      onClick={during(downloadJob)}
    >
      <DownloadOutlined aria-hidden />
    </button>
  );
}
