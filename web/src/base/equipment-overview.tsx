import { equipment } from '@millwright/contract/base/equipment';
import { fieldOf } from '@millwright/contract/kernel/entity';
import { callsOf, fillPath } from '@millwright/contract/kernel/calls';
import { tagFor } from '@millwright/contract/registry';
import { Button, Image } from 'antd';
import { useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { Fact } from '../entity/row-details.tsx';
import { api } from '../kernel/api.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { Allowed } from '../kernel/permission.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { Mark } from '../kinds/mark.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { baseText as text } from '../locales/base.ts';
import { addressOf } from './equipment-cells.tsx';
import { PlateFace } from './plate-dialog.tsx';
import { equipmentPlate } from './plates.ts';

interface ConnectionTest {
  readonly lastMessageTime: string | null;
  readonly ageSeconds: number | null;
  readonly clockDifferenceSeconds: number | null;
}

/** The first tab of a device: its plate, where it stands, whether it speaks. */
export function EquipmentOverview({
  row,
  onPrint,
}: {
  row: EntityRow;
  onPrint: (() => void) | undefined;
}) {
  return (
    <div className="base-overview">
      <div className="overview-plate">
        <PlateFace plate={equipmentPlate(row)} size="small" />
        {onPrint && <Button onClick={onPrint}>{t(text.print)}</Button>}
        {typeof row['image'] === 'string' && (
          <Image
            className="overview-picture"
            src={row['image']}
            alt={String(row['nickname'])}
            height={136}
          />
        )}
      </div>
      <dl className="facts">
        {FACTS.map((name) => (
          <Known key={name} name={name} row={row} />
        ))}
        <Fact label={t(text.address)}>
          <span className="num">{addressOf(row)}</span>
        </Fact>
      </dl>
      <Connection row={row} />
    </div>
  );
}

const FACTS = [
  'lineId',
  'stationId',
  'runningStatus',
  'mode',
  'standardActionRate',
  'standardBeat',
  'controlType',
  'securityDoorNo',
] as const;

function Known({ name, row }: { name: string; row: EntityRow }) {
  const field = fieldOf(equipment, name);
  const { Cell } = viewOf(field);
  return (
    <Fact label={field.unit ? `${t(field.label)}/${t(field.unit)}` : t(field.label)}>
      <Cell field={field} value={row[name]} shown={row.shown?.[name]} />
    </Fact>
  );
}

/** When the machine was last heard, how long ago, how far its clock is off. */
function Connection({ row }: { row: EntityRow }) {
  const [result, setResult] = useState<ConnectionTest>();
  const test = async () => {
    const path = fillPath(callsOf(equipment).act.path, { id: row.id, action: 'test' });
    const answer = await api.post<{ test: ConnectionTest }>(path, { revision: row.revision });
    setResult(answer.test);
  };
  return (
    <section>
      <h3 className="detail-title">
        {t(text.connection)}
        <Allowed tags={[tagFor(equipment, 'test')]}>
          <ActionButton className="title-tool" onClick={test}>
            {t(text.test)}
          </ActionButton>
        </Allowed>
      </h3>
      <div aria-live="polite">
        {result ? <ConnectionResult test={result} /> : <p className="calm">{t(text.notTested)}</p>}
      </div>
    </section>
  );
}

export function ConnectionResult({ test }: { test: ConnectionTest }) {
  if (test.lastMessageTime === null) {
    return (
      <div className="connection-none">
        <p className="state-word">
          <Mark shape="off" color="--st-offline" />
          {t(text.neverHeard)}
        </p>
        <p className="calm">{t(text.neverHeardWhy)}</p>
      </div>
    );
  }
  return (
    <dl className="facts">
      <Fact label={t(text.lastMessage)}>
        <span className="num">{wallOf(test.lastMessageTime)}</span>
      </Fact>
      <Fact label={t(text.ago)}>
        <span className="num">{spanOf(test.ageSeconds ?? 0)}</span>
      </Fact>
      <Fact label={t(text.clockDifference)}>
        <span className="num">{say(text.seconds, { n: test.clockDifferenceSeconds ?? 0 })}</span>
      </Fact>
    </dl>
  );
}

/** A time gone by in its largest unit. */
function spanOf(seconds: number): string {
  if (seconds < 120) return say(text.seconds, { n: seconds });
  if (seconds < 7_200) return say(text.minutes, { n: Math.round(seconds / 60) });
  return seconds < 172_800
    ? say(text.hours, { n: Math.round(seconds / 3_600) })
    : say(text.days, { n: Math.round(seconds / 86_400) });
}
