import type { Problem, Refusal } from '@millwright/contract/kernel/errors';
import type { Text, TextArgs } from '@millwright/contract/kernel/text';
import { password as length } from '@millwright/contract/constants';
import { passwordRefusals } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { sentText } from '../../kernel/http/sent.ts';
import type { LiveSettings } from '../../kernel/live-settings.ts';
import { containsAny, isCommonPassword } from './common-password.ts';

/** Words that a password of this person must not contain. */
export interface PersonalWords {
  readonly username: string;
  readonly realName: string | null;
  readonly siteNames: readonly (string | null)[];
}

/** The names of a site in both languages, as words that a password must not contain. */
export async function siteNamesOf(trx: Trx, siteId: unknown): Promise<(string | null)[]> {
  const id = sentText(siteId);
  if (!/^[1-9]\d{0,17}$/.test(id)) return [];
  const { rows } = await sql<{ zh: string; en: string | null }>`
    select depart_name as zh, depart_name_en as en from base_site where id = ${id}`.execute(trx);
  return rows.flatMap(({ zh, en }) => [zh, en]);
}

/** Problems of a new password at a field: length, commonness, personal data; the first that applies. */
export function passwordProblems(
  settings: LiveSettings,
  field: string,
  password: unknown,
  words: PersonalWords,
): Problem[] {
  const floor = Math.max(length.min, settings.number('password.minLength'));
  if (typeof password !== 'string' || password === '')
    return [problemAt(field, passwordRefusals['password.newMissing'])];
  if (Array.from(password).length < floor)
    return [problemAt(field, passwordRefusals['password.tooShort'], { n: floor })];
  if (Array.from(password).length > length.max)
    return [problemAt(field, passwordRefusals['password.length'], { min: floor, max: length.max })];
  if (!settings.flag('password.blockCommon')) return [];
  const personal = [
    words.username,
    words.realName,
    ...words.siteNames,
    settings.text('product.name'),
    settings.text('product.nameEn'),
  ];
  const isWeak = isCommonPassword(password) || containsAny(password, personal);
  return isWeak ? [problemAt(field, passwordRefusals['password.common'])] : [];
}

/** A problem at one of the password fields. */
export function problemAt(field: string, refusal: Refusal, args: TextArgs = {}): Problem {
  return {
    field,
    label: LABELS[field] ?? (LABELS.password as Text),
    key: refusal.key,
    text: refusal.text,
    args,
  };
}

const LABELS: Readonly<Record<string, Text>> = {
  password: { zh: '密码', en: 'Password' },
  passwordOld: { zh: '旧密码', en: 'Old password' },
  passwordNew: { zh: '新密码', en: 'New password' },
  passwordRepeat: { zh: '确认密码', en: 'Confirm password' },
  lockPassword: { zh: '锁屏密码', en: 'Lock-screen password' },
};
