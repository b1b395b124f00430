import { jobKinds } from '@millwright/contract/system/job';
import type { Job } from '@millwright/contract/system/job';
import { api } from '../kernel/api.ts';
import { saveBlob } from '../kernel/download.ts';
import { say, t } from '../kernel/language.tsx';
import { locked } from '../kernel/lock.ts';
import { queryClient } from '../kernel/query.ts';
import { createStore } from '../kernel/store.ts';
import { showToast } from '../kernel/toast.ts';
import { tasksText as text } from '../locales/tasks.ts';

const PATH = '/api/system/jobs';
const LOOK_MS = 2000;

/** The newest jobs of this person; null before they were asked for. */
export const jobs = createStore<readonly Job[] | null>(null);

/** Whether a job still goes on. */
export function isOpen(job: Job): boolean {
  return job.state === 'queued' || job.state === 'running';
}

/** Name of a job as sentences say it: 「导出 · 生产订单」. */
export function nameOfJob(job: Job): string {
  return `${t(jobKinds[job.kind])} · ${job.title}`;
}

/** Asks for the jobs; while one goes on, again every two seconds, and tells what has ended. */
export async function lookAtJobs(): Promise<void> {
  clearTimeout(timer);
  const look = ++looks;
  if (!locked.get() && !document.hidden) {
    const answer = await api
      .get<{ list: readonly Job[] }>(PATH, { limit: 20 }, { quiet: true, background: true })
      .catch(() => undefined);
    // A later look, or one after a job that was begun meanwhile, knows more.
    if (look !== looks) return;
    if (answer) {
      tellEnded(jobs.get() ?? [], answer.list);
      jobs.set(answer.list);
    }
  }
  if (jobs.get()?.some(isOpen)) timer = setTimeout(() => void lookAtJobs(), LOOK_MS);
}

/** A job that was just begun: told, shown, and looked after. */
export function followJob(job: Job): void {
  showToast('info', say(text.queued, { name: nameOfJob(job), n: job.total ?? 0 }));
  jobs.set((old) => [job, ...(old ?? []).filter((other) => other.id !== job.id)]);
  looks += 1;
  clearTimeout(timer);
  timer = setTimeout(() => void lookAtJobs(), LOOK_MS / 2);
}

/** Saves the file of a job that is done. */
export async function downloadJob(job: Job): Promise<void> {
  const { blob, name } = await api.file(`${PATH}/${job.id}/file`);
  saveBlob(blob, name ?? job.fileName ?? job.title);
}

/** Cancels a job that goes on. */
export async function cancelJob(job: Job): Promise<void> {
  await api.post(`${PATH}/${job.id}/actions/cancel`, {});
  await lookAtJobs();
}

let timer: ReturnType<typeof setTimeout> | undefined;
let looks = 0;

function tellEnded(old: readonly Job[], now: readonly Job[]): void {
  const before = new Set(old.filter(isOpen).map(({ id }) => id));
  for (const job of now.filter(({ id }) => before.has(id))) {
    const name = nameOfJob(job);
    // What an import wrote may be shown by any page.
    if (job.state === 'done' && job.kind === 'import') void queryClient.invalidateQueries();
    if (job.state === 'done')
      showToast('success', say(job.kind === 'export' ? text.done : text.doneImport, { name }));
    if (job.state === 'failed')
      showToast('error', say(text.failed, { name, reason: job.error ?? '' }));
  }
}
