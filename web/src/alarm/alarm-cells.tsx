import { fieldOf } from '@millwright/contract/kernel/entity';
import { alarmConfig } from '@millwright/contract/alarm/config';
import { textOf } from '@millwright/contract/kernel/text';
import type { DetailSlots } from '../entity/entity-drawer.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import type { Cells, OwnColumn } from '../entity/list-columns.ts';
import { locale, say, t } from '../kernel/language.tsx';
import { isCompanyWide } from '../kernel/permission.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { wallOf } from '../kinds/site-time.ts';
import { alarmText as text } from '../locales/alarm.ts';
import { contentOf } from './alarm-words.ts';

/** Cells of the list, by column: shelved alarms are struck through, with until when and why. */
export const alarmCells: Cells = {
  encoding: (row) => <Struck row={row}>{String(row['encoding'])}</Struck>,
  contentZh: (row) => <Struck row={row}>{String(row['contentZh'])}</Struck>,
  contentEn: (row) => <Struck row={row}>{String(row['contentEn'])}</Struck>,
  controlType: (row) =>
    row['controlType'] === '*' ? (
      <span className="calm">{t(text.everyControl)}</span>
    ) : (
      String(row['controlType'])
    ),
};

const en = locale === 'en_US';

/** Widths beside the declaration; whose row it is stands last. */
export const alarmColumns: readonly OwnColumn[] = [
  { prop: 'encoding', width: 100 },
  { prop: 'level', width: en ? 92 : 76 },
  { prop: 'equipmentKind', width: en ? 108 : 80 },
  { prop: 'controlType', width: 108 },
  { prop: 'contentZh', width: 150 },
  { prop: 'contentEn', width: 180 },
  {
    prop: 'count30',
    label: t(text.countHead),
    unit: undefined,
    width: 64,
    sortable: true,
    right: true,
  },
  { prop: 'delaySeconds', width: 66 },
  { prop: 'isStop', width: 66 },
  { prop: 'notify', width: 48 },
  { prop: 'escalateMinutes', label: t(text.escalateHead), width: 76 },
  { prop: 'time', width: 146 },
  { prop: 'status', width: 70 },
  { prop: 'origin', label: t(text.origin), width: 80, formatter: originOf },
];

/** What one does about an alarm, before all its fields. */
export const alarmDetail: DetailSlots = {
  subtitle: ({ contentZh, contentEn }) => contentOf({ contentZh, contentEn }),
  tabs: (row) => [{ key: 'advice', label: t(text.advice), content: <Advice row={row} /> }],
};

function Struck({ row, children }: { row: EntityRow; children: string }) {
  const until = row['shelveUntil'];
  if (typeof until !== 'string') return <span title={children}>{children}</span>;
  const words = say(text.shelved, {
    time: wallOf(until).slice(0, 16),
    reason: textOf(row['shelveReason']),
  });
  return (
    <s className="alarm-shelved" title={words}>
      {children}
    </s>
  );
}

function originOf(row: EntityRow): string {
  if (row.siteId === null || row.siteId === undefined) return t(text.company);
  return isCompanyWide() ? (row.departName ?? t(text.ofSite)) : t(text.site);
}

function Advice({ row }: { row: EntityRow }) {
  const cause = bothOf(row, 'cause');
  const advice = bothOf(row, 'advice');
  const picture = row['advicePicture'];
  if (!cause && !advice && !picture) return <p className="pane-empty">{t(text.noAdvice)}</p>;
  return (
    <div className="alarm-advice">
      {cause && (
        <section>
          <h3>{t(text.cause)}</h3>
          <p>{cause}</p>
        </section>
      )}
      {advice && (
        <section>
          <h3>{t(text.whatToDo)}</h3>
          <p>{advice}</p>
        </section>
      )}
      {typeof picture === 'string' && <PictureCell field={PICTURE} value={picture} />}
    </div>
  );
}

const PICTURE = fieldOf(alarmConfig, 'advicePicture');
const PictureCell = viewOf(PICTURE).Cell;

/** The text of a pair of fields in the reader's language, else in the other one. */
function bothOf(row: EntityRow, stem: 'cause' | 'advice'): string {
  return contentOf({ contentZh: row[`${stem}Zh`], contentEn: row[`${stem}En`] }).replace(/^—$/, '');
}
