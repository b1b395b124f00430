import { equipmentStateLog, stateFlags } from '@millwright/contract/log/equipment-state';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { thisInstant } from '../base/site-today.ts';
import { keyOf } from '../entity/query-key.ts';
import type { List } from '../entity/use-list.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { isoOfWall, wallOf } from '../kinds/site-time.ts';
import { logText as text } from '../locales/logs.ts';
import { durationWord } from './duration-word.ts';

interface Piece {
  readonly id: string;
  readonly at: string;
  readonly until: string;
  /** `0101`: the four flags in their order. */
  readonly flags: string;
}

interface Band {
  readonly deviceNumber: string;
  readonly deviceName: string | null;
  readonly pieces: readonly Piece[];
  readonly seconds: Readonly<Partial<Record<Flag, number>>>;
}

type Flag = keyof typeof stateFlags;
const FLAGS = Object.keys(stateFlags) as Flag[];
const FEW = 4;
const DAY_MS = 86_400_000;

/** One band a device over a day, a lane for each flag, with the time that it was set; a click shows the rows of that time. */
export function StateBands({ list }: { list: List }) {
  const today = wallOf(thisInstant()).slice(0, 10);
  const [day, setDay] = useState(today);
  const [isWhole, setWhole] = useState(false);
  const { data } = useQuery({
    queryKey: keyOf(equipmentStateLog, 'bands', { day }),
    queryFn: ({ signal }) =>
      api.get<{ list: Band[] }>(
        `${equipmentStateLog.path}/bands`,
        { day },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
  });
  const device = list.state.filters['deviceNumber'];
  const all = (data?.list ?? []).filter(
    ({ deviceNumber }) => typeof device !== 'string' || deviceNumber.includes(device),
  );
  const shown = isWhole ? all : all.slice(0, FEW);
  return (
    <section className="login-figure state-bands">
      <h2>
        {t(text.bands)}
        <DatePicker
          size="small"
          allowClear={false}
          aria-label={t(text.day)}
          value={dayjs(day)}
          maxDate={dayjs(today)}
          onChange={(value) => setDay(value?.format('YYYY-MM-DD') ?? today)}
        />
        <span className="band-key">
          {FLAGS.map((flag) => (
            <span key={flag} className={`is-${flag}`}>
              <i />
              {t(stateFlags[flag])}
            </span>
          ))}
        </span>
      </h2>
      {data && all.length === 0 && <p>{t(text.noStates)}</p>}
      <div className={isWhole ? 'band-scroll is-whole' : 'band-scroll'}>
        {shown.map((band) => (
          <DeviceBand key={band.deviceNumber} band={band} day={day} list={list} />
        ))}
      </div>
      {all.length > FEW && (
        <Button type="link" size="small" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t(text.fewDevices) : say(text.allDevices, { n: all.length })}
        </Button>
      )}
    </section>
  );
}

function DeviceBand({ band, day, list }: { band: Band; day: string; list: List }) {
  const opens = Date.parse(isoOfWall(`${day} 00:00:00`));
  const place = (at: string) =>
    Math.min(100, Math.max(0, ((Date.parse(at) - opens) / DAY_MS) * 100));
  const choose = (piece: Piece) =>
    list.filter({
      deviceNumber: band.deviceNumber,
      at: { begin: piece.at, end: new Date(Date.parse(piece.until)).toISOString() },
    });
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
        {FLAGS.map((flag, index) => (
          <div key={flag} className={`state-lane is-${flag}`}>
            {band.pieces
              .filter((piece) => piece.flags[index] === '1')
              .map((piece) => (
                <button
                  key={piece.id}
                  type="button"
                  tabIndex={-1}
                  style={{
                    left: `${place(piece.at)}%`,
                    width: `${place(piece.until) - place(piece.at)}%`,
                  }}
                  title={say(text.pieceWords, {
                    device: band.deviceNumber,
                    flag: stateFlags[flag],
                    from: wallOf(piece.at).slice(11),
                    to: wallOf(piece.until).slice(11),
                    value: t(text.on),
                  })}
                  aria-label={say(text.pieceWords, {
                    device: band.deviceNumber,
                    flag: stateFlags[flag],
                    from: wallOf(piece.at).slice(11),
                    to: wallOf(piece.until).slice(11),
                    value: t(text.on),
                  })}
                  onClick={() => choose(piece)}
                />
              ))}
          </div>
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
