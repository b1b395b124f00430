import { equipmentStateLog, stateFlags } from '@millwright/contract/log/equipment-state';
import type { StateBand, StateFlag, StatePiece } from '@millwright/contract/log/equipment-state';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { siteToday } from '../base/site-today.ts';
import { ChartFrame } from '../charts/chart-frame.tsx';
import { placeOf } from '../entity/list-place.ts';
import { keyOf } from '../entity/query-key.ts';
import type { List } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import type { Params } from '../kernel/params.ts';
import { wallOf } from '../kinds/site-time.ts';
import { logText as text } from '../locales/logs.ts';
import { bandsData, FLAGS, setPieces } from './bands-data.ts';
import { placeInDay } from './day-place.ts';
import { durationWord } from './duration-word.ts';
import './state-bands.css';
import './log-figures.css';

const FEW = 4;

/** One band a device over a day, a lane for each flag, with the time that it was set; a click shows the rows of that time. */
export function StateBands({ list }: { list: List }) {
  const today = siteToday();
  const [day, setDay] = useState(today);
  const [isWhole, setWhole] = useState(false);
  const { bands, isOld } = useBands({ day, ...placeOf(list) });
  const device = list.state.filters['deviceNumber'];
  const all = (bands?.list ?? []).filter(
    ({ deviceNumber }) => typeof device !== 'string' || deviceNumber.includes(device),
  );
  const shown = isWhole ? all : all.slice(0, FEW);
  return (
    <ChartFrame
      className="log-figure state-bands"
      isBusy={isOld}
      data={bandsData(all, bands?.day ?? day)}
      controls={
        <DatePicker
          allowClear={false}
          aria-label={t(text.day)}
          value={dayjs(day)}
          maxDate={dayjs(today)}
          onChange={(value) => setDay(value?.format('YYYY-MM-DD') ?? today)}
        />
      }
    >
      <div className="band-key">
        {FLAGS.map((flag) => (
          <span key={flag} className={`is-${flag}`}>
            <i />
            {t(stateFlags[flag])}
          </span>
        ))}
      </div>
      {bands && all.length === 0 && <p>{t(text.noStates)}</p>}
      <div className={isWhole ? 'band-scroll is-whole' : 'band-scroll'}>
        {shown.map((band) => (
          <DeviceBand
            key={`${band.siteId} ${band.deviceNumber}`}
            band={band}
            day={bands?.day ?? day}
            list={list}
          />
        ))}
      </div>
      {all.length > FEW && (
        <Button type="link" size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t(text.fewDevices) : say(text.allDevices, { n: all.length })}
        </Button>
      )}
    </ChartFrame>
  );
}

/** The machines of a day; undefined until they have come, `isOld` while those of the day before stand in for them. */
function useBands({ day, ...params }: Params & { readonly day: string }): {
  readonly bands?: { readonly day: string; readonly list: readonly StateBand[] };
  readonly isOld: boolean;
} {
  const { data, isPlaceholderData } = useQuery({
    queryKey: keyOf(equipmentStateLog, 'bands', { day, ...params }),
    queryFn: async ({ signal }) => {
      const path = `${equipmentStateLog.path}/bands`;
      const how = { signal, quiet: true };
      const { list } = await api.get<{ list: StateBand[] }>(path, { day, ...params }, how);
      return { day, list };
    },
    placeholderData: keepPreviousData,
  });
  return { bands: data, isOld: isPlaceholderData };
}

function DeviceBand({ band, day, list }: { band: StateBand; day: string; list: List }) {
  return (
    <div className="state-band">
      <button
        type="button"
        className="state-device"
        title={band.deviceName ?? ''}
        aria-label={say(text.onlyDevice, { name: band.deviceNumber })}
        onClick={() => list.filter({ ...list.state.filters, deviceNumber: band.deviceNumber })}
      >
        {band.deviceNumber}
      </button>
      <div className="state-lanes">
        {FLAGS.map((flag) => (
          <Lane key={flag} flag={flag} band={band} day={day} list={list} />
        ))}
      </div>
      <dl className="state-sums">
        {FLAGS.map((flag) => (
          <div key={flag} title={t(stateFlags[flag])}>
            <dt className="sr-only">{t(stateFlags[flag])}</dt>
            <dd className="num">{durationWord(band.seconds[flag] ?? 0)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** When a flag of a machine was set; a click shows the row that told it. */
function Lane({
  flag,
  band,
  day,
  list,
}: {
  flag: StateFlag;
  band: StateBand;
  day: string;
  list: List;
}) {
  const place = placeInDay(day);
  const choose = (piece: StatePiece) =>
    list.filter({
      deviceNumber: band.deviceNumber,
      // The row at the end begins the next piece.
      at: { begin: piece.toldAt, end: new Date(Date.parse(piece.until) - 1).toISOString() },
    });
  return (
    <div className={`state-lane is-${flag}`}>
      {setPieces(band.pieces, flag).map((piece) => {
        const words = say(text.pieceWords, {
          device: band.deviceNumber,
          flag: stateFlags[flag],
          from: wallOf(piece.at).slice(11),
          to: wallOf(piece.until).slice(11),
          value: t(text.on),
        });
        const left = place(piece.at);
        return (
          <button
            key={piece.id ?? piece.toldAt}
            type="button"
            tabIndex={-1}
            style={{ left: `${left}%`, width: `${place(piece.until) - left}%` }}
            title={words}
            aria-label={words}
            onClick={() => choose(piece)}
          />
        );
      })}
    </div>
  );
}
