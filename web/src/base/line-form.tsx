import { line } from '@millwright/contract/base/line';
import type { ShiftTime } from '@millwright/contract/base/line-shift';
import { station } from '@millwright/contract/base/station';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { EntityForm } from '../entity/entity-form.tsx';
import type { PageFormProps } from '../entity/entity-page.tsx';
import type { Inputs } from '../entity/form-fields.tsx';
import { keyOf } from '../entity/query-key.ts';
import { fetchList } from '../entity/use-list.ts';
import { useRow } from '../entity/use-row.ts';
import type { Form } from '../entity/use-save.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { t } from '../kernel/language.tsx';
import { showToast } from '../kernel/toast.ts';
import type { InputProps } from '../kinds/kind-view.ts';
import { viewOf } from '../kinds/kind-views.ts';
import { lineText as text } from '../locales/line.ts';
import { ShiftBand } from './shift-band.tsx';
import { breakOf } from './shift-band-model.ts';
import './line-form.css';
import { uniqueKey } from '../kernel/unique-key.ts';

/** The form of a line: usual shifts by a click and drawn while they are typed, devices taken from the stations. */
export function LineForm({ row, onClose }: PageFormProps) {
  const { row: whole, whole: isWhole } = useRow(line, row?.id, row);
  if (row && !isWhole) return null;
  return (
    <EntityForm
      entity={line}
      row={row && whole}
      inputs={INPUTS}
      beside={TakeDevices}
      besideSection="device"
      onClose={onClose}
      onSaved={onClose}
    />
  );
}

const INPUTS: Inputs = { shifts: ShiftsInput };

function ShiftsInput(props: InputProps) {
  const { Input } = viewOf(props.field);
  const shifts = Array.isArray(props.value) ? (props.value as ShiftTime[]) : [];
  const change = (next: unknown) =>
    props.onChange(Array.isArray(next) ? (next as ShiftTime[]).map(withBreaks) : next);
  return (
    <div className="shifts-input">
      {shifts.length === 0 && (
        <p className="shifts-templates">
          <Button onClick={() => props.onChange(TWO)}>{t(text.template)}</Button>
          <Button onClick={() => props.onChange(THREE)}>{t(text.templateThree)}</Button>
        </p>
      )}
      <Input {...props} onChange={change} />
      {shifts.length > 0 && (
        <ShiftBand shifts={shifts.map((shift) => ({ ...shift, name: shift.name ?? '' }))} />
      )}
      {shifts.length > 0 && <p className="form-help">{t(text.historyKept)}</p>}
    </div>
  );
}

function withBreaks(shift: ShiftTime): ShiftTime {
  return { ...shift, breaks: (shift.breaks ?? []).map(breakOf) };
}

const shift = (
  name: { zh: string; en: string },
  startTime: string,
  endTime: string,
  breaks: string[],
) => ({ name: t(name), startTime, endTime, breaks, weekdays: [] });
const TWO = [
  shift(text.day, '08:00', '20:00', ['12:00-12:30', '17:00-17:30']),
  shift(text.night, '20:00', '08:00', ['00:00-00:30', '04:00-04:30']),
];
const THREE = [
  shift(text.day, '08:00', '16:00', ['12:00-12:30']),
  shift(text.middle, '16:00', '00:00', ['19:00-19:30']),
  shift(text.night, '00:00', '08:00', ['04:00-04:30']),
];

/** Devices of the line's stations that are not bound yet, in the order of the stations. */
function TakeDevices({ form }: { form: Form }) {
  const client = useQueryClient();
  const lineId = form.row?.id;
  if (!lineId) return null;
  const take = async () => {
    const query = {
      page: 1,
      limit: 200,
      sort: 'sequence',
      order: 'ASC',
      params: { lineId },
    } as const;
    const { list } = await client.fetchQuery({
      queryKey: keyOf(station, 'of-line', lineId),
      queryFn: () => fetchList(station, query),
    });
    const bound = (form.values['devices'] as Readonly<Record<string, unknown>>[] | undefined) ?? [];
    const known = new Set(bound.map((device) => device['equipmentId']));
    const more = list
      .filter((one) => typeof one['equipmentId'] === 'string' && !known.has(one['equipmentId']))
      .map((one, index) => ({
        key: uniqueKey(),
        equipmentId: one['equipmentId'],
        stationId: one.id,
        isBottleneck: false,
        sequence: bound.length + index + 1,
        shown: {
          equipmentId: one.shown?.['equipmentId'],
          stationId: `${String(one['workReportStationNo'])} ${String(one['stationName'])}`,
        },
      }));
    if (more.length === 0) showToast('info', t(text.nothingToTake));
    else form.set('devices', [...bound, ...more]);
  };
  return (
    <p className="devices-of-stations">
      <ActionButton onClick={take}>{t(text.fromStations)}</ActionButton>
    </p>
  );
}
