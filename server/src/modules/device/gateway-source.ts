import { gateway, gatewayRefusals } from '@millwright/contract/base/gateway';
import type { SourceLook } from '@millwright/contract/device/source';
import type { Route } from '../../kernel/http/route.ts';
import { refuse, Refused } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { enabledGateways, type Gateway } from './gateway-row.ts';
import { lookAtAgent } from './protocols/mtconnect-look.ts';
import { lookAtAdapter } from './protocols/shdr-look.ts';
import { toldLast } from './protocols/told-last.ts';

/**
 * `GET /api/base/gateways/:id/source`: what the source of a gateway says now, for the preview of its mapping. Asks
 * only the address that is stored, as the reader does anyway; OPC UA servers are asked for the `nodes` named (JSON).
 * Throws `gateway.source.silent`, `gateway.source.password`.
 */
export function gatewaySourceRoute(services: Services): Route {
  return {
    method: 'GET',
    path: `${gateway.path}/:id/source`,
    tag: 'base:gateway:edit',
    transaction: 'none',
    passive: true,
    describe: {
      summary: { zh: '网关数据源的当前值', en: 'What the source of a gateway says now' },
    },
    async handle(_context, { params, query, scoped }): Promise<SourceLook> {
      const row = await scoped((context) => context.store(gateway).get(params.id ?? ''), {
        readOnly: true,
      });
      const all = await services.asSystem((trx) =>
        enabledGateways(trx, services.settings, [row.protocol ?? '']),
      );
      const found = all.find(({ id }) => id === row.id);
      const look = found && LOOKS[found.protocol];
      if (!look) throw refuse(gatewayRefusals['gateway.source.silent']);
      return lookOnce(services, found, nodesOf(query.nodes), look);
    },
  };
}

type Look = (services: Services, gateway: Gateway, nodes: readonly string[]) => Promise<SourceLook>;

const LOOKS: Readonly<Record<string, Look>> = {
  mtconnect: (_services, asked) => lookAtAgent(asked),
  shdr: async (_services, asked) => toldBefore(asked) ?? lookAtAdapter(asked),
  sparkplug: async (_services, asked) => toldBefore(asked) ?? { items: [], observations: [] },
  opcua: async (...asked) => (await import('./protocols/opcua-look.ts')).lookAtNodes(...asked),
};

/** What the reader of this process heard: some adapters speak to one listener only. */
function toldBefore({ id }: Gateway): SourceLook | null {
  const observations = toldLast(id);
  return observations && observations.length > 0 ? { items: [], observations } : null;
}

const running = new Map<string, Promise<SourceLook>>();

/** People who look at once share one look. */
async function lookOnce(
  services: Services,
  asked: Gateway,
  nodes: readonly string[],
  look: Look,
): Promise<SourceLook> {
  const key = JSON.stringify([asked.id, nodes]);
  const begun = running.get(key) ?? look(services, asked, nodes).finally(() => running.delete(key));
  running.set(key, begun);
  try {
    const { items, observations } = await begun;
    return { items: items.slice(0, MOST), observations: observations.slice(-MOST) };
  } catch (error) {
    throw error instanceof Refused ? error : refuse(gatewayRefusals['gateway.source.silent']);
  }
}

function nodesOf(sent: unknown): string[] {
  try {
    const nodes: unknown = JSON.parse(typeof sent === 'string' ? sent : '[]');
    const words = Array.isArray(nodes) ? nodes.filter((one) => typeof one === 'string') : [];
    return [...new Set(words)].filter((one) => one.length <= 120).slice(0, 200);
  } catch {
    return [];
  }
}

const MOST = 1000;
