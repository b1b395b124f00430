import { line } from '@millwright/contract/base/line';
import { station } from '@millwright/contract/base/station';
import { tagFor } from '@millwright/contract/registry';
import { useQuery } from '@tanstack/react-query';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { fetchList } from '../entity/use-list.ts';
import { say, t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { lineText as text } from '../locales/line.ts';
import { sketchOf } from './line-sketch-model.ts';
import type {
  Binding,
  SketchDevice,
  SketchGroup,
  SketchStation,
  SketchStep,
} from './line-sketch-model.ts';
import { heldOn } from './shift-band-model.ts';
import { StationMark } from './station-mark.tsx';
import { siteToday } from './site-today.ts';
import './line-sketch.css';

/** The stations of a line in sequence with their devices: where pieces leave as good, where as NG, what counts as one. */
export function LineSketch({ row }: { row: EntityRow }) {
  const stations = useStationsOf(row.id);
  const bindings = heldOn((row['devices'] as Binding[] | undefined) ?? [], siteToday());
  const sketch = sketchOf(stations ?? [], bindings);
  return (
    <section>
      <h3 className="detail-title">
        {t(text.sketch)}{' '}
        <small>{say(text.sketchNote, { n: stations?.length ?? 0, m: bindings.length })}</small>
        {row['hasOutput'] === false && (
          <span className="line-no-output">
            <StationMark role="none" />
            {t(text.noOutput)}
          </span>
        )}
      </h3>
      {stations?.length === 0 && <p className="pane-empty">{t(text.noStations)}</p>}
      {sketch.steps.length > 0 && (
        <ol className="sketch" aria-label={t(line.fields.devices.label)}>
          {sketch.steps.map((step) => (
            <Step key={step.procedureId} step={step} />
          ))}
        </ol>
      )}
      {sketch.loose.length > 0 && (
        <p className="sketch-loose">
          <span>{t(text.loose)}</span>
          {sketch.loose.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </p>
      )}
    </section>
  );
}

/** All stations of a line; undefined while loading, none for people who may not see stations. */
export function useStationsOf(lineId: string): readonly EntityRow[] | undefined {
  const allowed = hasPermission([tagFor(station, 'list')]);
  const query = {
    page: 1,
    limit: 200,
    sort: 'sequence',
    order: 'ASC',
    params: { lineId },
  } as const;
  const { data } = useQuery({
    queryKey: keyOf(station, 'of-line', lineId),
    queryFn: ({ signal }) => fetchList(station, query, { signal }),
    enabled: allowed,
  });
  return allowed ? data?.list : NONE;
}

const NONE: readonly EntityRow[] = [];

function Step({ step }: { step: SketchStep }) {
  return (
    <li className="sketch-step">
      <h4 title={step.procedure}>{step.procedure}</h4>
      {step.groups.map((group) => (
        <Group key={group.stations[0]?.id} group={group} />
      ))}
    </li>
  );
}

function Group({ group }: { group: SketchGroup }) {
  const boxes = group.stations.map((one) => <Station key={one.id} station={one} />);
  if (group.merge === null) return boxes;
  return (
    <div className="sketch-merged">
      <span>{say(text.merged, { n: group.merge })}</span>
      {boxes}
    </div>
  );
}

function Station({ station }: { station: SketchStation }) {
  return (
    <div className={`sketch-station${station.enabled ? '' : ' is-off'}`} title={station.number}>
      <div className="sketch-name">
        <StationMark role={station.role} />
        <span>{station.name}</span>
        {!station.enabled && <small>{t(text.disabled)}</small>}
      </div>
      {station.devices.map((device) => (
        <Device key={device.id} device={device} />
      ))}
    </div>
  );
}

function Device({ device }: { device: SketchDevice }) {
  return (
    <span className="sketch-device" title={`${device.number} ${device.name}`}>
      {device.number}
      {device.isBottleneck && <b>{t(text.bottleneck)}</b>}
    </span>
  );
}
