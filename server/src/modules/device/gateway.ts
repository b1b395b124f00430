import { gateway } from '@millwright/contract/base/gateway';
import { type Behaviour, behaviour } from '../../kernel/behaviour.ts';
import type { Services } from '../../kernel/services.ts';
import { newClientId, renewSecret } from './gateway-secret.ts';
import { keepPassword } from './gateway-sign-in.ts';

/** Gateways: their secrets lie apart from them. */
export function gatewayBehaviour(services: Services): Behaviour {
  return behaviour(gateway, {
    /** Without a secret yet: answers of creating calls are kept for a day, and a secret is not to be kept. */
    create: (context, draft) =>
      context.store(gateway).create(draft, { clientId: newClientId(), connection: 'never' }),

    /** A password is for the place that it was given for: another address must ask anew. */
    async update(context, id, change) {
      const before = await context.store(gateway).get(id);
      const isElsewhere = change.address !== undefined && change.address !== before.address;
      if (isElsewhere && before.sourceUser !== null)
        await keepPassword(context.sql, services.config.dataFolder, before, null);
      const owned = isElsewhere ? { sourceUser: null } : {};
      return context.store(gateway).update(id, change, owned);
    },

    actions: {
      /** The answer holds the secret, which is never shown again. */
      async renew(context, row, body) {
        const owned = { secretTime: new Date().toISOString() };
        const renewed = await context.store(gateway).act('renew', row.id, body, owned);
        const secret = await renewSecret(context.sql, row);
        return { ...renewed, secret };
      },

      /** No user signs in as nobody; a password is only for a user. */
      async signIn(context, row, body) {
        const user = typeof body.user === 'string' ? body.user : null;
        const password = user !== null && typeof body.password === 'string' ? body.password : null;
        await keepPassword(context.sql, services.config.dataFolder, row, password);
        return context.store(gateway).act('signIn', row.id, body, { sourceUser: user });
      },
    },
  });
}
