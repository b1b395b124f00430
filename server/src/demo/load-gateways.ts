import { gateway } from '@millwright/contract/base/gateway';
import type { DemoCalendar } from './calendar.ts';
import type { DemoDevice } from './device-data.ts';
import type { DemoCompany } from './load-company.ts';
import type { DemoWriter } from './writer.ts';

/** One per line, as their switch cabinets have them; the other lines are not connected yet. */
// oxfmt-ignore
const gateways = [
  { site: 'NB01', line: 'L02', code: 'GW-NB-L02', name: '锻造L02采集网关', protocol: 'http', ago: 3, drift: '0.412' },
  { site: 'NB01', line: 'L04', code: 'GW-NB-L04', name: '机加L04采集网关', protocol: 'http', ago: 7, drift: '-0.138' },
  { site: 'NB01', line: 'L05', code: 'GW-NB-L05', name: '机加L05采集网关', protocol: 'mqtt', ago: 1, drift: '0.027' },
  { site: 'CS02', line: 'M01', code: 'GW-CS-M01', name: '机加M01采集网关', protocol: 'http', ago: 5, drift: '1.206' },
] as const;

/**
 * Makes gateways and gives the id of each by `site line`. Their last word came with the states of their machines, just
 * before now; the product calls them silent when no other follows. None has a secret: whoever connects one makes it.
 */
export async function loadGateways(
  writer: DemoWriter,
  { now }: DemoCalendar,
  { siteIds }: DemoCompany,
): Promise<ReadonlyMap<string, string>> {
  const ids = await writer.write(
    gateway,
    gateways.map(({ site, code, name, protocol, ago, drift }) => ({
      siteId: siteIds[site],
      draft: { code, name, protocol },
      owned: {
        clientId: `gw-${code.slice(3).toLowerCase()}`,
        connection: 'online',
        lastHeardTime: new Date(now.getTime() - ago * 1000).toISOString(),
        clockDrift: drift,
      },
    })),
  );
  return new Map(gateways.map(({ site, line }, index) => [`${site} ${line}`, ids[index] ?? '']));
}

/** The field of a device that names its gateway, where its line has one. */
export function gatewayField(
  ids: ReadonlyMap<string, string>,
  site: string,
  { line }: DemoDevice,
): { gatewayId?: string } {
  const gatewayId = ids.get(`${site} ${line}`);
  return gatewayId === undefined ? {} : { gatewayId };
}
