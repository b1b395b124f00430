import { station } from '@millwright/contract/base/station';
import type { InterlockRefusal } from '@millwright/contract/device/interlock';
import { sql } from 'kysely';
import type { Route } from '../../kernel/http/route.ts';

/** `GET /api/base/stations/:id/interlock`: pieces that a station did not let in, and why; the latest 50. */
export const stationInterlockRoute: Route = {
  method: 'GET',
  path: `${station.path}/:id/interlock`,
  tag: 'base:station:query',
  describe: {
    summary: { zh: '工位的互锁拒绝', en: 'Refusals of the interlock at a station' },
  },
  async handle(context, { params }): Promise<{ list: InterlockRefusal[] }> {
    const { siteId, workReportStationNo } = await context.store(station).get(params.id ?? '');
    const { rows } = await sql<InterlockRefusal>`
      select i.id, i.at, i.workpiece_no as "workpieceNo", i.reason, i.args,
        (select g.name from base_gateway g where g.id = i.gateway_id) as "gatewayName"
      from device_interlock i where i.site_id = ${siteId} and i.station_number = ${workReportStationNo}
      order by i.at desc, i.id desc limit 50`.execute(context.sql);
    return { list: rows };
  },
};
