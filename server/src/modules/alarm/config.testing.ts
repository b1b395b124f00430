import type { TestApp, TestSite } from '../../kernel/testing.ts';

export const PATH = '/api/alarm/configs';
export const DRAFT = {
  encoding: 'SV0401',
  level: '3',
  equipmentKind: 'machineTool',
  controlType: 'FANUC 31i-B',
  contentZh: '伺服准备就绪信号断开',
  contentEn: 'Servo ready signal off',
};

export interface Row {
  id: string;
  revision: number;
  siteId: string | null;
  actions: string[];
  count30: number;
  encoding: string;
  shelveUntil: string | null;
  time: string;
}

/** Machines of a site and what they raise. */
export function raising(where: () => { test: TestApp; site: TestSite }) {
  return {
    device: async (number: string, control = 'FANUC 31i-B') => {
      const { test, site } = where();
      await test.database.owner.query(
        `insert into base_equipment (site_id, number, nickname, equipment_kind, control_type) values ($1, $2, $2, 'machineTool', $3)`,
        [site.id, number, control],
      );
    },
    raised: async (
      encoding: string,
      number: string,
      more: {
        hoursAgo?: number;
        seconds?: number | null;
        count?: number;
        configured?: boolean;
      } = {},
    ) => {
      const { test, site } = where();
      const { hoursAgo = 1, seconds = 60, count = 1, configured = false } = more;
      await test.database.owner.query(
        `insert into log_alarm (site_id, at, end_time, encoding, content_zh, device_number, device_name, count, configured, ack_state)
         select $1, a, a + make_interval(secs => $4), $2, '原文 ' || $2, $3, $3, $5, $6, 'open' from (select now() - make_interval(hours => $7) as a) t`,
        [site.id, encoding, number, seconds, count, configured, hoursAgo],
      );
    },
  };
}
