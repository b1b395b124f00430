import { refusals } from '@millwright/contract/kernel/errors';
import { logRefusals } from '@millwright/contract/kernel/log-refusals';
import { SEAL_CHECK, type SealedDay } from '@millwright/contract/log/seal';
import type { Route } from '../../kernel/http/route.ts';
import { verifyDay } from '../../kernel/log/verify.ts';
import { refuse } from '../../kernel/refuse.ts';

/**
 * `GET /api/log/seals/verify?day=2025-11-05`: whether each log's rows of a closed day are those that were sealed. Days are
 * those of UTC, since one chain runs over all sites: a day of a site lies in two of them.
 */
export const sealRoute: Route = {
  method: 'GET',
  ...SEAL_CHECK,
  // Who checks the logs leaves a row in them.
  business: '0',
  readOnly: false,
  transaction: 'none',
  async handle(context, call): Promise<SealedDay> {
    const { query } = call;
    const day = typeof query.day === 'string' ? query.day : '';
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
      throw refuse(refusals['call.invalid'], { detail: 'day' });
    if (context.session.identity !== 1) throw refuse(refusals['permission.missing']);
    const list = await call.scoped(({ sql }) => verifyDay(sql, day), {
      readOnly: true,
      timeoutMs: 300_000,
      isWide: true,
    });
    if (list.length === 0) throw refuse(logRefusals['log.seal.open']);
    return { day, isWhole: list.every(({ isWhole, isChained }) => isWhole && isChained), list };
  },
};
