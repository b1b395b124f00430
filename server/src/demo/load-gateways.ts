import { gateway } from '@millwright/contract/base/gateway';
import type { DemoDevice } from './device-data.ts';
import type { DemoCompany } from './load-company.ts';
import type { DemoWriter } from './writer.ts';

/** One per line, as their switch cabinets have them; the other lines are not connected yet. */
// oxfmt-ignore
const gateways = [
  { site: 'NB01', line: 'L02', code: 'GW-NB-L02', name: '锻造L02采集网关', protocol: 'http' },
  { site: 'NB01', line: 'L04', code: 'GW-NB-L04', name: '机加L04采集网关', protocol: 'http' },
  { site: 'NB01', line: 'L05', code: 'GW-NB-L05', name: '机加L05采集网关', protocol: 'mqtt' },
  { site: 'CS02', line: 'M01', code: 'GW-CS-M01', name: '机加M01采集网关', protocol: 'http' },
] as const;

/**
 * Makes gateways and gives the id of each by `site line`. None has a secret: whoever connects one makes it on the page,
 * and until then it was never heard.
 */
export async function loadGateways(
  writer: DemoWriter,
  { siteIds }: DemoCompany,
): Promise<ReadonlyMap<string, string>> {
  const ids = await writer.write(
    gateway,
    gateways.map(({ site, code, name, protocol }) => ({
      siteId: siteIds[site],
      draft: { code, name, protocol },
      owned: { clientId: `gw-${code.slice(3).toLowerCase()}`, connection: 'never' },
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
