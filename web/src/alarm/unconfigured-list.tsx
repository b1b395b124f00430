import type { UnconfiguredAlarm } from '@millwright/contract/alarm/config';
import { alarmConfig } from '@millwright/contract/alarm/config';
import { fieldOf } from '@millwright/contract/kernel/entity';
import { tagFor } from '@millwright/contract/registry';
import { Button, Skeleton } from 'antd';
import { say, t } from '../kernel/language.tsx';
import { Allowed, isCompanyWide } from '../kernel/permission.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { numberText } from '../kinds/number-text.ts';
import { wallOf } from '../kinds/site-time.ts';
import { alarmText as text } from '../locales/alarm.ts';
import { markText } from '../locales/marks.ts';

/** Codes that nobody has explained yet, with one button each: the list that an engineer empties. */
export function UnconfiguredList({
  rows,
  onConfigure,
}: {
  rows: readonly UnconfiguredAlarm[] | undefined;
  onConfigure: (alarm: UnconfiguredAlarm) => void;
}) {
  const wide = isCompanyWide();
  if (!rows) return <Skeleton active className="alarm-loading" />;
  if (rows.length === 0) return <p className="pane-empty">{t(text.nothingOpen)}</p>;
  return (
    <div className="alarm-table">
      <table>
        <thead>
          <tr>
            <th>{t(text.encoding)}</th>
            <th>{t(text.rawText)}</th>
            <th>{t(text.kind)}</th>
            <th>{t(text.control)}</th>
            <th className="is-right">{t(text.times)}</th>
            <th>{t(text.devices)}</th>
            <th>{t(text.lastTime)}</th>
            {wide && <th>{t(text.departName)}</th>}
            <th aria-label={t(text.configure)} />
          </tr>
        </thead>
        <tbody>
          {rows.map((alarm) => (
            <Line
              key={`${alarm.siteId} ${alarm.equipmentKind} ${alarm.controlType} ${alarm.encoding}`}
              alarm={alarm}
              onConfigure={onConfigure}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({
  alarm,
  onConfigure,
}: {
  alarm: UnconfiguredAlarm;
  onConfigure: (alarm: UnconfiguredAlarm) => void;
}) {
  return (
    <tr>
      <td className="num">
        <b>{alarm.encoding}</b>
      </td>
      <td className="alarm-raw" data-label={t(text.rawText)}>
        {alarm.text ?? '—'}
      </td>
      <td data-label={t(text.kind)}>
        <KindCell field={KIND} value={alarm.equipmentKind} />
      </td>
      <td data-label={t(text.control)}>
        {alarm.controlType === '*' ? t(text.everyControl) : alarm.controlType}
      </td>
      <td className="num is-right" data-label={t(text.times)}>
        {numberText(alarm.count)}
      </td>
      <td className="num" data-label={t(text.devices)} title={listed(alarm.devices)}>
        {devicesOf(alarm)}
      </td>
      <td className="num" data-label={t(text.lastTime)}>
        {wallOf(alarm.lastTime)}
      </td>
      {isCompanyWide() && <td data-label={t(text.departName)}>{alarm.departName}</td>}
      <td className="is-right">
        <Allowed tags={[tagFor(alarmConfig, 'add')]}>
          <Button
            size="small"
            aria-label={say(text.configureThis, { code: alarm.encoding })}
            onClick={() => onConfigure(alarm)}
          >
            {t(alarm.isDisabled ? text.showDisabled : text.configure)}
          </Button>
        </Allowed>
      </td>
    </tr>
  );
}

const KIND = fieldOf(alarmConfig, 'equipmentKind');
const KindCell = viewOf(KIND).Cell;

function listed(devices: readonly string[]): string {
  return devices.join(t(markText.comma));
}

function devicesOf({ devices }: UnconfiguredAlarm): string {
  const [first = '—', ...others] = devices;
  if (others.length === 0) return first;
  // Chinese counts the whole, English what comes besides.
  const n = t({ zh: String(devices.length), en: String(others.length) });
  return say(text.moreDevices, { first, n });
}
