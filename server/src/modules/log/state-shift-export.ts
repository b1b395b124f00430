import { PassThrough } from 'node:stream';
import { systemLabels } from '@millwright/contract/kernel/field-label';
import { type Text, pick } from '@millwright/contract/kernel/text';
import {
  equipmentStateLog,
  stateFlags,
  stateShiftLabels as labels,
} from '@millwright/contract/log/equipment-state';
import { BUSINESS } from '../../kernel/business.ts';
import type { Session } from '../../kernel/context.ts';
import { attachmentName } from '../../kernel/files/disposition.ts';
import { type CallInput, type Route, SENT } from '../../kernel/http/route.ts';
import { listQueryOf } from '../../kernel/list-query.ts';
import type { Cell, CellFormat, Sheet } from '../../kernel/sheet/cell.ts';
import { writeWorkbook } from '../../kernel/sheet/write-workbook.ts';
import { type StateShift, stateShifts } from './state-shifts.ts';

/** `GET …/shifts/export`: the flags of each device summed by shift, as a workbook, under the list's conditions. */
export const stateShiftExport: Route = {
  method: 'GET',
  path: `${equipmentStateLog.path}/shifts/export`,
  tag: 'log:equipmentState:export',
  module: equipmentStateLog.label,
  business: BUSINESS.export,
  transaction: 'none',
  handle: (context, call) => send(context.session, call),
};

async function send(session: Session, call: CallInput): Promise<typeof SENT> {
  const query = listQueryOf(equipmentStateLog, call.query);
  const rows = await call.scoped((context) => stateShifts(context, query), {
    readOnly: true,
    timeoutMs: TIMEOUT_MS,
  });
  await call.scoped(async (context) =>
    context.record({
      entity: equipmentStateLog.name,
      entityId: '',
      siteId: session.siteId,
      operation: 'export',
      title: `${equipmentStateLog.label.zh} · ${labels.title.zh}`,
      changes: [{ field: 'rows', label: labels.rows, before: null, after: rows.length }],
    }),
  );
  const title = `${pick(equipmentStateLog.label, session.locale)}_${pick(labels.title, session.locale)}`;
  const stamp = new Date()
    .toLocaleString('sv-SE', { timeZone: session.timeZone })
    .replace(/\D/g, '');
  const out = new PassThrough();
  call.reply.headers({
    'content-type': 'application/vnd.ms-excel',
    'content-disposition': `attachment; ${attachmentName(`${title}_${stamp}.xlsx`)}`,
    'cache-control': 'no-store',
  });
  void call.reply.send(out);
  await writeWorkbook(out, [sheetOf(session, rows)]);
  return SENT;
}

function sheetOf(session: Session, rows: readonly StateShift[]): Sheet {
  const columns = columnsFor(session);
  return {
    name: pick(labels.title, session.locale),
    columns: columns.map(({ label, format, decimals }) => ({
      header: pick(label, session.locale),
      format,
      ...(decimals === undefined ? {} : { decimals }),
    })),
    rows: rows.map((row) => columns.map(({ of }) => of(row))),
  };
}

interface Column {
  readonly label: Text;
  readonly format: CellFormat;
  readonly decimals?: number;
  readonly of: (row: StateShift) => Cell;
}

function columnsFor({ identity }: Session): Column[] {
  const { departName = labels.title } = systemLabels;
  const { deviceNumber, deviceName, lineNumber } = equipmentStateLog.fields;
  const flags = Object.entries(stateFlags).map(([flag, { zh, en }]): Column => ({
    label: { zh: `${zh}(分)`, en: `${en} (min)` },
    format: 'decimal',
    decimals: 1,
    of: ({ seconds }) => seconds[flag as keyof typeof stateFlags] / 60,
  }));
  const site: Column = { label: departName, format: 'text', of: ({ siteName }) => siteName };
  return [
    ...(identity === 1 ? [site] : []),
    { label: labels.shiftDate, format: 'date', of: ({ shiftDate }) => shiftDate },
    { label: labels.shift, format: 'text', of: ({ shiftName }) => shiftName },
    { label: lineNumber.label, format: 'text', of: ({ lineCode }) => lineCode },
    { label: deviceNumber.label, format: 'text', of: ({ number }) => number },
    { label: deviceName.label, format: 'text', of: ({ nickname }) => nickname },
    ...flags,
    { label: labels.changes, format: 'integer', of: ({ changes }) => changes },
    percent(labels.actionRate, ({ actionRate }) => actionRate),
    percent(labels.coverage, ({ coverage }) => coverage),
  ];
}

function percent(label: Text, of: (row: StateShift) => number | null): Column {
  const cell = (share: number | null) => (share === null ? null : share * 100);
  return { label, format: 'decimal', decimals: 1, of: (row) => cell(of(row)) };
}

const TIMEOUT_MS = 60_000;
