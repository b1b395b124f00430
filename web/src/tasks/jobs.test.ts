import type { Job, JobState } from '@millwright/contract/system/job';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toasts } from '../kernel/toast.ts';
import { followJob, jobs, lookAtJobs } from './jobs.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false, cookie: '' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const job = (state: JobState): Job => ({
  id: '1',
  kind: 'export',
  entity: 'production/order',
  title: '生产订单',
  state,
  progress: null,
  rows: 0,
  total: 3,
  fileName: null,
  fileUntil: null,
  error: null,
  result: null,
  userId: '7',
  createTime: '2025-11-06T08:00:00Z',
  endTime: null,
});

it('tells the end of a job that was begun while the jobs before it were asked for', async () => {
  const answers: ((list: readonly Job[]) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise<Response>((resolve) => {
        answers.push((list) => resolve(Response.json({ code: 0, msg: '', data: { list } })));
      }),
  );
  void lookAtJobs();
  await vi.advanceTimersByTimeAsync(10);
  followJob(job('queued'));
  answers[0]?.([]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(jobs.get()).toHaveLength(1);
  answers[1]?.([job('done')]);
  await vi.advanceTimersByTimeAsync(10);
  const told = toasts.get().flatMap(({ lines }) => lines);
  expect(told).toContainEqual(expect.stringContaining('可在任务中心下载'));
});
