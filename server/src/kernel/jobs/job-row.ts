import { entityOf } from '@millwright/contract/registry';
import { settingOf } from '@millwright/contract/settings';
import type { Job, JobKind, JobState } from '@millwright/contract/system/job';
import { type Locale, pick, say, type Text } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';

/** A job as it lies in the table. */
export interface JobRow {
  readonly id: string;
  readonly siteId: string | null;
  readonly userId: string;
  readonly kind: JobKind;
  readonly entity: string;
  readonly title: string;
  readonly locale: Locale;
  readonly request: Readonly<Record<string, unknown>>;
  readonly input: string | null;
  readonly state: JobState;
  readonly rows: string;
  readonly total: string | null;
  readonly file: string | null;
  readonly fileName: string | null;
  readonly result: { ok: number; failed: number } | null;
  readonly error: JobError | null;
  readonly attempts: number;
  readonly createTime: string;
  readonly endTime: string | null;
  /** Days that its file is kept, as the settings say now. */
  readonly keepDays: number;
}

/** A sentence in both languages with its values, as it is kept. */
export interface JobError {
  readonly key: string;
  readonly text: Text;
  readonly args: Record<string, string | number | Text>;
}

const KEPT = settingOf('export.keepDays');

/** The columns of a job under the names of `JobRow`. */
export const JOB_COLUMNS = sql`id, site_id as "siteId", user_id as "userId", kind, entity, title, locale, request, input,
  state, rows, total, file, file_name as "fileName", result, error, attempts, create_time as "createTime", end_time as "endTime",
  coalesce((select value::int from system_setting where key = ${sql.lit(KEPT.key)} and site_id is null),
    ${sql.lit(Number(KEPT.defaultValue))}) as "keepDays"`;

/** A job as it is answered. */
export function jobAnswer(row: JobRow, locale: Locale): Job {
  const total = row.total === null ? null : Number(row.total);
  const rows = Number(row.rows);
  const ended = row.endTime === null ? null : Date.parse(row.endTime);
  const hasFile = row.state === 'done' && row.file !== null;
  return {
    id: row.id,
    kind: row.kind,
    entity: row.entity,
    title: pick(titleOf(row), locale),
    state: row.state,
    progress: progressOf(row.state, rows, total),
    rows,
    total,
    fileName: hasFile ? row.fileName : null,
    fileUntil:
      hasFile && ended !== null ? new Date(ended + row.keepDays * DAY_MS).toISOString() : null,
    error: row.error ? say(row.error.text, row.error.args, locale) : null,
    result: row.result,
    userId: row.userId,
    createTime: row.createTime,
    endTime: row.endTime,
  };
}

const DAY_MS = 86_400_000;

/** The entity's name, or of an import the file's; a release may have taken the entity away since. */
export function titleOf({ kind, entity, title }: JobRow): Text {
  const own = { zh: title, en: title };
  if (kind === 'import') return own;
  try {
    return entityOf(entity).label;
  } catch {
    return own;
  }
}

/** Only what is done is at 100. */
function progressOf(state: JobState, rows: number, total: number | null): number | null {
  if (state === 'done') return 100;
  if (total === null || total === 0) return null;
  return Math.min(99, Math.floor((rows * 100) / total));
}
