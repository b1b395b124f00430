import type { Text } from '../kernel/text.ts';

/** Why a cell may not clamp a part; `{p}` is the procedure that lacks its OK. */
export const interlockReasons = {
  hold: { zh: '工件已冻结', en: 'Part on hold' },
  scrapped: { zh: '工件已报废', en: 'Part scrapped' },
  previous: { zh: '前工序「{p}」无合格记录', en: 'No OK record at "{p}"' },
  heatNotReleased: { zh: '热处理炉次未放行', en: 'Furnace load not released' },
  wrongProduct: {
    zh: '产品与工位当前订单不符',
    en: 'Product does not match the order at the station',
  },
  repeat: { zh: '本工序已完成', en: 'Already done here' },
  rework: { zh: '返工次数超限', en: 'Rework limit reached' },
  inspectionOverdue: { zh: '检具定检超期', en: 'Gauge inspection overdue' },
  toolExpired: { zh: '刀具到寿', en: 'Tool life reached' },
  paused: { zh: '订单已暂停', en: 'Order paused' },
} as const satisfies Record<string, Text>;

export type InterlockReason = keyof typeof interlockReasons;

/** Answer to `POST /api/device/interlock`. */
export interface InterlockAnswer {
  allow: boolean;
  reason: InterlockReason | null;
  msgZh: string;
  msgEn: string;
}

/** A refusal as it was stored: `GET /api/base/stations/:id/interlock`, the latest first. */
export interface InterlockRefusal {
  id: string;
  at: string;
  workpieceNo: string;
  reason: InterlockReason;
  /** What stands in the places of the sentence, and beyond it what the refusal was about: `order` for `paused`. */
  args: Readonly<Record<string, string>>;
  gatewayName: string | null;
}
