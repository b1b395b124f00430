import { notifications as limits } from '@millwright/contract/constants';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { locked } from './lock.ts';
import { notices, pageOf, pollNotices } from './notifications.ts';
import { session } from './session-store.ts';

const MOM = 'https://mom.example/service';
const tip = (id: string, modelType: string, link: string | null = null) => ({
  id,
  message: id,
  dataTime: '2025-11-06T10:00:00Z',
  modelType,
  link,
});

/** What the page would be: visible or not, with the address of the MOM service configured in it. */
const page = Object.assign(new EventTarget(), {
  hidden: false,
  cookie: '',
  getElementById: (id: string) =>
    id === 'config' ? { textContent: JSON.stringify({ bases: { mom: MOM } }) } : null,
});
let asked: { address: string; headers: Headers }[] = [];
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  asked = [];
  page.hidden = false;
  vi.stubGlobal('document', page);
  vi.stubGlobal('fetch', (address: string, { headers }: RequestInit) => {
    asked.push({ address, headers: new Headers(headers) });
    const data = address.startsWith(MOM)
      ? { notifyListMom: [tip('m', '2', `${MOM}/orders/7`)] }
      : { notifyList: [tip('own', '1', '/anywhere')] };
    return Promise.resolve(Response.json({ code: 0, msg: '', data }));
  });
});
afterEach(() => {
  stop();
  locked.set(false);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Turns of the bell pass, and what they set off has been asked and answered. */
async function later(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
const OWN = '/api/index/getActiveTipsVo';
const BOTH = [OWN, `${MOM}/api/mom/index/getActiveTipsVo`];
const addresses = () => asked.splice(0).map(({ address }) => address);

it('S249 S250 asks the house and, at the address of its base, the MOM service, each with the credentials', async () => {
  session.set((old) => ({ ...old, token: 't', sub: '7', code: 'c' }));
  stop = pollNotices();
  await later(0);
  expect(asked.map(({ headers }) => headers.get('sub'))).toEqual(['7', '7']);
  expect(addresses()).toEqual(BOTH);
  expect(notices.get().totalList.map(({ id }) => id)).toEqual(['own', 'm']);
});

it('S91 S92 leads from notices of the MOM service to the pages of this house, never to an address of that service', async () => {
  stop = pollNotices();
  await later(0);
  expect(notices.get().totalList.map(pageOf)).toEqual([
    '/baseConfig/regularInspection',
    '/tool/toolMsg',
  ]);
});

it('S165 rests while the page is hidden and asks at once when it is seen again', async () => {
  stop = pollNotices();
  await later(0);
  expect(addresses()).toEqual(BOTH);
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  await later(4 * limits.pollMs);
  expect(addresses()).toEqual([]);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await later(0);
  expect(addresses()).toEqual(BOTH);
  await later(limits.pollMs);
  expect(addresses()).toEqual(BOTH);
});

it('rests while the screen is locked, also when its page is seen again, and no longer asks once stopped', async () => {
  stop = pollNotices();
  await later(0);
  addresses();
  locked.set(true);
  await later(2 * limits.pollMs);
  page.dispatchEvent(new Event('visibilitychange'));
  await later(0);
  expect(addresses()).toEqual([]);
  locked.set(false);
  await later(0);
  expect(addresses()).toEqual(BOTH);
  stop();
  locked.set(true);
  locked.set(false);
  await later(2 * limits.pollMs);
  expect(addresses()).toEqual([]);
});
