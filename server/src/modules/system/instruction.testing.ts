import type { Tip } from '@millwright/contract/system/tip';
import { type Headers, testApp } from '../../kernel/testing.ts';
import { letTimePass } from '../production/passing-time.ts';

const PATH = '/api/system/instructions';

/** What an author may do. */
export const TAGS = ['list', 'query', 'add', 'edit', 'remove', 'submit', 'print'].map(
  (name) => `system:instruction:${name}`,
);

/** An instruction as its calls answer it. */
export interface Row {
  id: string;
  code: string;
  version: number;
  revision: number;
  state: string;
  content: string | null;
  video: string | null;
  actions: string[];
  readRate: string | null;
  effectiveFrom: string | null;
  inEffect: boolean;
  reason: string | null;
}

/** A site with an author, a chief who publishes and a worker who reads, and what they do by the calls of the page. */
export async function openInstructions() {
  const test = await testApp();
  const site = await test.makeSite();
  const author = await test.as(TAGS, site);
  const chief = await test.as([...TAGS, 'system:instruction:publish'], site);
  const workerUser = await test.makeUser(
    ['system:instruction:list', 'system:instruction:query'],
    site,
  );
  const worker = await test.signIn(workerUser);

  const get = async <T>(url: string, who: Headers) =>
    (await test.call<T>('GET', `${PATH}${url}`, undefined, who)).data;
  const make = async (more: object = {}, who = author) =>
    (
      await test.call<Row>(
        'POST',
        PATH,
        { title: 'W1890A 粗车 OP10', content: '<p>夹紧后启动</p>', mustRead: true, ...more },
        who,
      )
    ).data;
  /** An action under the revision that the row has now. */
  const act = async (row: Row, action: string, who: Headers, body: object = {}) => {
    const { rows } = await test.database.owner.query<{ revision: number }>(
      'select revision from system_instruction where id = $1',
      [row.id],
    );
    const sent = { revision: rows[0]?.revision, ...body };
    return test.call<Row>('POST', `${PATH}/${row.id}/actions/${action}`, sent, who);
  };
  const published = async (more: object = {}) => {
    const row = await make(more);
    await act(row, 'submit', author);
    return (await act(row, 'approve', chief)).data;
  };
  const tips = async (who: Headers) =>
    (
      await test.call<{ notifyList: Tip[] }>('GET', '/api/index/getActiveTipsVo', undefined, who)
    ).data.notifyList.map(({ message }) => message);

  const passTime = () => test.app.services.asSystem((trx) => letTimePass(trx, test.app.services));

  return {
    test,
    site,
    author,
    chief,
    worker,
    workerUser,
    get,
    make,
    act,
    published,
    tips,
    passTime,
  };
}
