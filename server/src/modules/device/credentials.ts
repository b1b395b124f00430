import { gatewayRefusals } from '@millwright/contract/base/gateway';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { findGateway, type Gateway } from './gateway-row.ts';
import { secretFits } from './gateway-secret.ts';

/**
 * The gateway that a Basic authorization names. Throws `gateway.call.credentials` for an unknown or disabled one and
 * a wrong secret alike.
 */
export async function gatewayOf(services: Services, header: string | undefined): Promise<Gateway> {
  const [clientId, secret] = basicOf(header);
  if (clientId === '' || secret === '') throw refuse(gatewayRefusals['gateway.call.credentials']);
  return gatewayBy(services, clientId, secret);
}

/** The gateway of a client id and its secret; throws `gateway.call.credentials`. */
export async function gatewayBy(
  services: Services,
  clientId: string,
  secret: string,
): Promise<Gateway> {
  const found = await services.asSystem((trx) => findGateway(trx, services.settings, clientId), {
    readOnly: true,
  });
  if (!found?.digest || !secretFits(secret, found.digest))
    throw refuse(gatewayRefusals['gateway.call.credentials']);
  return found.gateway;
}

function basicOf(header: string | undefined): [string, string] {
  const sent = /^Basic ([A-Za-z0-9+/=]{1,400})$/i.exec(header ?? '')?.[1] ?? '';
  const pair = Buffer.from(sent, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? ['', ''] : [pair.slice(0, colon), pair.slice(colon + 1)];
}
