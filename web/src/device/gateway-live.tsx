import { gateway } from '@millwright/contract/base/gateway';
import type { Mapping } from '@millwright/contract/device/mapping';
import { messageTypes, type DeviceMessage } from '@millwright/contract/device/message';
import { type TriedObservation, tryObservations } from '@millwright/contract/device/sample';
import type { SourceItem, SourceLook } from '@millwright/contract/device/source';
import { textOf } from '@millwright/contract/kernel/text';
import { useQuery } from '@tanstack/react-query';
import { Button, Switch } from 'antd';
import { useState } from 'react';
import { ColumnHeads } from '../controls/column-heads.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { say, t } from '../kernel/language.tsx';
import { Refusal } from '../kernel/refusal.ts';
import { wallOf } from '../kinds/site-time.ts';
import { gatewayText as text } from '../locales/gateway.ts';

interface GatewayLiveProps {
  row: EntityRow;
  /** The mapping as it is written, saved or not. */
  mapping: Mapping;
  /** Adds an item to the mapping; absent where it may not be changed. */
  onMap?: ((source: string, item: string) => void) | undefined;
}

/** What comes in from the source, every 3 s while it is switched on, and what the mapping in the form makes of it. */
export function GatewayLive({ row, mapping, onMap }: GatewayLiveProps) {
  const [isOn, setOn] = useState(false);
  const protocol = String(row['protocol']);
  const nodes = protocol === 'opcua' ? JSON.stringify(nodesOf(mapping)) : undefined;
  const { data, isError, error } = useQuery({
    queryKey: keyOf(gateway, 'source', row.id, nodes ?? ''),
    queryFn: ({ signal }) =>
      api.get<SourceLook>(`${gateway.path}/${row.id}/source`, nodes ? { nodes } : {}, {
        signal,
        quiet: true,
      }),
    enabled: isOn,
    refetchInterval: 3000,
    retry: false,
  });
  return (
    <section className="gateway-live" aria-label={t(text.live)}>
      <p className="mapping-buttons">
        <label>
          <Switch checked={isOn} onChange={setOn} aria-label={t(text.live)} /> <b>{t(text.live)}</b>
        </label>
        <span>{t(text.liveHelp)}</span>
      </p>
      {isOn && isError && (
        <p className="form-problem" role="alert">
          {error instanceof Refusal ? error.message : t(text.liveSilent)}
        </p>
      )}
      {isOn && data && !isError && (
        <Values
          tried={tryObservations(protocol, mapping, data.observations)}
          look={data}
          onMap={onMap}
        />
      )}
    </section>
  );
}

interface ValuesProps {
  tried: readonly TriedObservation[];
  look: SourceLook;
  onMap: GatewayLiveProps['onMap'];
}

/** Those that the mapping knows first. */
function Values({ tried, look, onMap }: ValuesProps) {
  if (tried.length === 0) return <p className="pane-empty">{t(text.liveNone)}</p>;
  const sorted = tried.toSorted((a, b) => Number(b.isMapped) - Number(a.isMapped));
  const known = new Map(look.items.map((one) => [`${one.source} ${one.item}`, one]));
  return (
    <div className="live-values">
      <table className="child-table">
        <thead>
          <tr>
            <ColumnHeads heads={[text.item, text.value, text.time, text.becomes]} />
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ said, isMapped, messages }) => (
            <tr key={`${said.source} ${said.item} ${valueOf(said)}`}>
              <td>
                <code>{said.item}</code>{' '}
                <small>{kindOf(said.source, known.get(`${said.source} ${said.item}`))}</small>
              </td>
              <td>{valueOf(said)}</td>
              <td className="num" title={wallOf(said.time)}>
                {shortTimeOf(said.time)}
              </td>
              <td>
                {isMapped ? messages.map(wordOf).join(' · ') || t(text.nothing) : t(text.notMapped)}{' '}
                {!isMapped && onMap && (
                  <Button size="small" onClick={() => onMap(said.source, said.item)}>
                    {t(text.mapIt)}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function nodesOf({ devices }: Mapping): string[] {
  return devices.flatMap(({ items }) => Object.keys(items).filter((item) => !item.includes('*')));
}

function kindOf(source: string, item: SourceItem | undefined): string {
  return [source, item?.category, item?.type, item?.units].filter(Boolean).join(' · ');
}

function valueOf({ value, condition }: TriedObservation['said']): string {
  return [value, condition?.code, condition?.text].filter(Boolean).join(' ') || '—';
}

/** The time alone of today's values, the day with it of older ones. */
function shortTimeOf(iso: string): string {
  const [day = '', clock = ''] = wallOf(iso).split(' ');
  return wallOf(new Date().toISOString()).startsWith(day) ? clock : `${day} ${clock}`;
}

function wordOf({ deviceNumber, type, data }: DeviceMessage): string {
  const what = Object.entries(data).map(([name, value]) => `${name}=${textOf(value) || '—'}`);
  return say(text.message, {
    device: deviceNumber,
    type: messageTypes[type],
    what: what.join(' '),
  });
}
