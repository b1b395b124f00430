import { equipment } from '@millwright/contract/base/equipment';
import { line } from '@millwright/contract/base/line';
import { procedure } from '@millwright/contract/base/procedure';
import { reasonCode } from '@millwright/contract/base/reason-code';
import { station } from '@millwright/contract/base/station';
import { refuseWrongBindings, syncBindings } from '../modules/base/line-binding.ts';
import { markOutput } from '../modules/base/station.ts';
import type { DemoCalendar } from './calendar.ts';
import { loadCheckItems } from './load-check-items.ts';
import { type SiteCode, sites } from './company-data.ts';
import { type DemoDevice, devices } from './device-data.ts';
import { lines, procedures, shifts } from './line-data.ts';
import type { DemoCompany } from './load-company.ts';
import { gatewayField, loadGateways } from './load-gateways.ts';
import { loadProducts } from './load-products.ts';
import { reasonsOf } from './reason-data.ts';
import { stations } from './station-data.ts';
import type { DemoWriter } from './writer.ts';

/** Ids by `site code`, such as `NB01 L02`, `NB01 OP10`, `CS02 W1985V`. */
export type Ids = ReadonlyMap<string, string>;

export interface DemoBase {
  readonly lineIds: Ids;
  readonly productIds: Ids;
  readonly routeIds: Ids;
}

/** Procedures, devices, lines, stations, products with routes, check items, reason codes. */
export async function loadBase(
  writer: DemoWriter,
  calendar: DemoCalendar,
  company: DemoCompany,
): Promise<DemoBase> {
  const procedureIds = await loadProcedures(writer, company);
  const lineIds = await loadLines(writer, company);
  const deviceIds = await loadDevices(writer, calendar, company);
  const stationIds = await loadStations(writer, company, { lineIds, procedureIds, deviceIds });
  await bindDevices(writer, calendar, { lineIds, deviceIds, stationIds });
  const items = (productIds: Ids) =>
    loadCheckItems(writer, calendar, company, procedureIds, productIds);
  const { productIds, routeIds } = await loadProducts(
    writer,
    calendar,
    company,
    procedureIds,
    items,
  );
  await loadReasons(writer, company, procedureIds);
  return { lineIds, productIds, routeIds };
}

async function loadProcedures(writer: DemoWriter, { siteIds }: DemoCompany): Promise<Ids> {
  const rows = procedures.flatMap((made) => made.sites.map((site) => ({ site, made })));
  const ids = await writer.write(
    procedure,
    rows.map(({ site, made }) => ({
      siteId: siteIds[site],
      draft: {
        procedureCode: made.code,
        procedureName: made.name,
        procedureNameEn: made.nameEn,
        procedureType: made.type,
        sequence: Number(made.code.slice(2)),
        standardBeat: made.beat,
        color: made.color,
        ...made.marks,
      },
    })),
  );
  return new Map(rows.map(({ site, made }, index) => [`${site} ${made.code}`, ids[index] ?? '']));
}

async function loadLines(writer: DemoWriter, { siteIds, userIds }: DemoCompany): Promise<Ids> {
  const ids = await writer.write(
    line,
    lines.map((made, index) => ({
      siteId: siteIds[made.site],
      draft: {
        code: made.code,
        name: made.name,
        lineType: made.type,
        standardBeat: made.beat,
        serialNumber: index + 1,
        shifts,
        leader: userIds.get(made.leader) ?? '0',
        allowUntraced: made.site === 'CS02',
        blockOverdueInspection: made.type !== 'forging',
      },
    })),
  );
  return new Map(lines.map(({ site, code }, index) => [`${site} ${code}`, ids[index] ?? '']));
}

async function loadDevices(
  writer: DemoWriter,
  calendar: DemoCalendar,
  company: DemoCompany,
): Promise<Ids> {
  const gatewayIds = await loadGateways(writer, calendar, company);
  const ids = await writer.write(
    equipment,
    devices.map((device) => ({
      siteId: company.siteIds[siteOf(device.number)],
      draft: {
        ...deviceDraft(device),
        ...gatewayField(gatewayIds, siteOf(device.number), device),
      },
    })),
  );
  return new Map(devices.map(({ number }, index) => [number, ids[index] ?? '']));
}

function deviceDraft(device: DemoDevice) {
  const [site = '', word = '', digits = ''] = device.number.split('-');
  const [brand, model, controlType] = device.make;
  const { net, port, protocol } = NETWORK[word] ?? { net: 99, port: 502, protocol: 'Modbus TCP' };
  return {
    number: device.number,
    nickname: device.nickname,
    equipmentKind: device.kind,
    brand,
    model,
    controlType,
    serialNo: `${word}${20 + (Number(digits) % 5)}${String(Number(digits) * 137 + net * 1009).padStart(5, '0')}`,
    ip: `10.${SECOND_OCTET[site] ?? 99}.${net}.${30 + Number(digits)}`,
    port,
    protocol,
    standardActionRate: word === 'HF' ? '90' : '85',
    ...(device.kind === 'robot' ? { securityDoorNo: `D-${digits}` } : {}),
    ...(device.beat === undefined ? {} : { standardBeat: device.beat }),
  };
}

const SECOND_OCTET: Readonly<Record<string, number>> = { NB: 20, CS: 30, TH: 40 };
const NETWORK: Readonly<Record<string, { net: number; port: number; protocol: string }>> = {
  RB: { net: 4, port: 60_008, protocol: 'OPC UA' },
  MC: { net: 5, port: 8193, protocol: 'FOCAS2' },
  PR: { net: 6, port: 102, protocol: 'S7' },
  HF: { net: 7, port: 102, protocol: 'S7' },
  SW: { net: 8, port: 102, protocol: 'S7' },
  SP: { net: 9, port: 4840, protocol: 'OPC UA' },
  GA: { net: 10, port: 502, protocol: 'Modbus TCP' },
  FD: { net: 11, port: 502, protocol: 'Modbus TCP' },
  DB: { net: 12, port: 502, protocol: 'Modbus TCP' },
  MK: { net: 13, port: 502, protocol: 'Modbus TCP' },
};

interface Placed {
  readonly lineIds: Ids;
  readonly procedureIds: Ids;
  readonly deviceIds: Ids;
}

async function loadStations(
  writer: DemoWriter,
  { siteIds }: DemoCompany,
  { lineIds, procedureIds, deviceIds }: Placed,
): Promise<Ids> {
  const ids = await writer.write(
    station,
    stations.map((made) => ({
      siteId: siteIds[made.site],
      draft: {
        lineId: lineIds.get(`${made.site} ${made.line}`) ?? '0',
        processName: procedureIds.get(`${made.site} ${made.procedure}`) ?? '0',
        workReportStationNo: made.number,
        stationName: made.name,
        sequence: made.sequence,
        dischargeFlag: made.role === 'discharge',
        ngStationFlag: made.role === 'ng',
        interlockOn: made.role !== 'ng',
        ...(made.merge === undefined ? {} : { mergeStation: made.merge }),
        ...(made.device === undefined ? {} : { equipmentId: deviceIds.get(made.device) ?? '0' }),
      },
    })),
  );
  await markOutput(writer.context, [...lineIds.values()]);
  return new Map(
    stations.flatMap((made, index) => (made.device ? [[made.device, ids[index] ?? '']] : [])),
  );
}

/** Binds every device to its line and, where it serves one, to its station. */
async function bindDevices(
  writer: DemoWriter,
  calendar: DemoCalendar,
  ids: { lineIds: Ids; deviceIds: Ids; stationIds: Ids },
): Promise<void> {
  const store = writer.context.store(line);
  for (const [place, lineId] of ids.lineIds) {
    const bound = devices.filter((device) => `${siteOf(device.number)} ${device.line}` === place);
    await store.update(lineId, {
      revision: 1,
      devices: bound.map((device, index) => ({
        name: device.nickname,
        equipmentId: ids.deviceIds.get(device.number) ?? '0',
        stationId: ids.stationIds.get(device.number) ?? null,
        isBottleneck: device.bottleneck ?? false,
        sequence: index + 1,
      })),
    });
    await refuseWrongBindings(writer.context, lineId);
  }
  await syncBindings(writer.context, calendar.today);
}

async function loadReasons(
  writer: DemoWriter,
  { siteIds }: DemoCompany,
  procedureIds: Ids,
): Promise<void> {
  const parents = new Map<string, string>();
  for (const isChild of [false, true]) {
    const rows = sites.flatMap(({ code: site }) =>
      reasonsOf(site).map((reason, index) => ({ site, reason, index })),
    );
    const level = rows.filter(({ reason }) => (reason.parent !== undefined) === isChild);
    const ids = await writer.write(
      reasonCode,
      level.map(({ site, reason, index }) => ({
        siteId: siteIds[site],
        draft: {
          kind: reason.kind,
          code: reason.code,
          nameZh: reason.zh,
          nameEn: reason.en,
          sequence: (index + 1) * 10,
          allowRework: reason.kind === 'rework',
          procedureIds: (reason.procedures ?? []).flatMap(
            (code) => procedureIds.get(`${site} ${code}`) ?? [],
          ),
          alarmEncodings: [...(reason.alarms ?? [])],
          ...(reason.parent === undefined
            ? {}
            : { parent: parents.get(`${site} ${reason.kind} ${reason.parent}`) ?? '0' }),
          category: reason.kind === 'downtime' ? (reason.mark ?? null) : null,
          severity: reason.kind === 'defect' ? (reason.mark ?? null) : null,
        },
      })),
    );
    level.forEach(({ site, reason }, index) =>
      parents.set(`${site} ${reason.kind} ${reason.code}`, ids[index] ?? ''),
    );
  }
}

function siteOf(number: string): SiteCode {
  const found = sites.find(({ prefix }) => number.startsWith(`${prefix}-`));
  if (!found) throw new Error(`No site has devices like ${number}`);
  return found.code;
}
