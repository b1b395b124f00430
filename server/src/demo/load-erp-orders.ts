import { erpOrder } from '@millwright/contract/project/erp-order';
import type { DemoCalendar } from './calendar.ts';
import type { DemoCompany } from './load-company.ts';
import type { DemoWriter } from './writer.ts';

/** The order lines of the Equipment Centre, which builds machines and software for all plants. */
export async function loadErpOrders(
  writer: DemoWriter,
  calendar: DemoCalendar,
  { siteIds }: DemoCompany,
): Promise<void> {
  await writer.write(
    erpOrder,
    LINES.map(([orderCode, orderName, shortName, machine, signed, delivery]) => ({
      siteId: siteIds.NB01,
      draft: {
        orderCode,
        orderName,
        shortName,
        customerName: CUSTOMERS[shortName],
        machine,
        contractDate: calendar.day(signed),
        deliveryDate: calendar.day(delivery),
      },
    })),
  );
}

const CUSTOMERS = { 宁波: '宁波锻造厂', 常熟: '常熟机加厂', 罗勇: '泰国罗勇工厂' } as const;

// oxfmt-ignore
const LINES = [
  ['EC25-018', '锻造自动化', '宁波', '锻造上下料机器人单元R02', '2025-05-12', '2026-01-09'],
  ['EC25-018', '锻造自动化', '宁波', '热处理上料线H01', '2025-05-12', '2026-01-30'],
  ['EC25-023', '动平衡机改造', '常熟', '动平衡机DB03', '2025-07-03', '2025-12-15'],
  ['EC25-027', '探伤机', '罗勇', '探伤机UT01', '2025-08-20', '2026-03-13'],
  ['EC25-031', 'MES二期', '常熟', 'MES二期', '2025-09-15', '2026-04-01'],
] as const;
