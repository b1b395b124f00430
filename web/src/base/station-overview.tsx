import { Button } from 'antd';
import type { EntityRow } from '../entity/entity-row.ts';
import { t } from '../kernel/language.tsx';
import { baseText as text } from '../locales/base.ts';
import { useStationsOf } from './line-sketch.tsx';
import { PlateFace } from './plate-dialog.tsx';
import { stationPlate } from './plates.ts';
import { roleOf } from './station-cells.tsx';
import { StationMark } from './station-mark.tsx';

/** The first tab of a station: its plate, its place among the stations of its line, what it is merged with. */
export function StationOverview({
  row,
  onPrint,
}: {
  row: EntityRow;
  onPrint: (() => void) | undefined;
}) {
  const stations = useStationsOf(String(row['lineId'])) ?? [];
  const merge = row['mergeStation'];
  const mates =
    typeof merge === 'number'
      ? stations.filter((one) => one['mergeStation'] === merge && one.id !== row.id)
      : [];
  return (
    <div className="base-overview">
      <div className="overview-plate">
        <PlateFace plate={stationPlate(row)} size="small" />
        {onPrint && <Button onClick={onPrint}>{t(text.print)}</Button>}
      </div>
      {mates.length > 0 && (
        <section>
          <h3 className="detail-title">{t(text.mergeWith)}</h3>
          <StationLine stations={mates} current={row.id} />
        </section>
      )}
      {stations.length > 0 && (
        <section>
          <h3 className="detail-title">
            {t(text.onTheLine)} <small>{String(row.shown?.['lineId'] ?? '')}</small>
          </h3>
          <StationLine stations={stations} current={row.id} />
        </section>
      )}
    </div>
  );
}

function StationLine({ stations, current }: { stations: readonly EntityRow[]; current: string }) {
  return (
    <ol className="station-line">
      {stations.map((one) => (
        <li key={one.id} aria-current={one.id === current ? 'true' : undefined}>
          <StationMark role={roleOf(one)} />
          <span>{String(one['stationName'])}</span>
          <small>{String(one.shown?.['processName'] ?? '')}</small>
          <small className="num">{String(one['workReportStationNo'])}</small>
        </li>
      ))}
    </ol>
  );
}
