import { gateway } from '@millwright/contract/base/gateway';
import { behaviour } from '../../kernel/behaviour.ts';
import { newClientId, renewSecret } from './gateway-secret.ts';

export default behaviour(gateway, {
  /** Without a secret yet: answers of creating calls are kept for a day, and a secret is not to be kept. */
  create: (context, draft) =>
    context.store(gateway).create(draft, { clientId: newClientId(), connection: 'never' }),

  actions: {
    /** The answer holds the secret, which is never shown again. */
    async renew(context, row, body) {
      const owned = { secretTime: new Date().toISOString() };
      const renewed = await context.store(gateway).act('renew', row.id, body, owned);
      const secret = await renewSecret(context.sql, row);
      return { ...renewed, secret };
    },
  },
});
