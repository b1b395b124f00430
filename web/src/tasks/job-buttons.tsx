import { CloseOutlined, DownloadOutlined } from '@ant-design/icons';
import type { Job } from '@millwright/contract/system/job';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { say } from '../kernel/language.tsx';
import { passRefusal } from '../kernel/refusal.ts';
import { tasksText as text } from '../locales/tasks.ts';
import { cancelJob, downloadJob, isOpen, nameOfJob } from './jobs.ts';

/** What can be done with a job: its file, or an end to it. */
export function JobButtons({ job }: { job: Job }) {
  const name = nameOfJob(job);
  if (isOpen(job)) {
    return (
      <JobButton label={say(text.cancelOf, { name })} work={() => cancelJob(job)}>
        <CloseOutlined aria-hidden />
      </JobButton>
    );
  }
  if (job.fileName === null) return null;
  return (
    <JobButton label={say(text.downloadOf, { name })} work={() => downloadJob(job)}>
      <DownloadOutlined aria-hidden />
    </JobButton>
  );
}

function JobButton({
  label,
  work,
  children,
}: {
  label: string;
  work: () => Promise<void>;
  children: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const start = () => {
    setBusy(true);
    // A refusal has been shown.
    void work()
      .catch(passRefusal)
      .finally(() => setBusy(false));
  };
  return (
    <button
      type="button"
      className="job-button"
      disabled={busy}
      title={label}
      aria-label={label}
      onClick={start}
    >
      {children}
    </button>
  );
}
