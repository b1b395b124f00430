import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Whether a password is one of those that everybody tries first: one of the most used, a common word or name with the usual digits
 * and signs around it and letters swapped for digits, a row of the keyboard, repetition, counting, or a date.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  const letters = undisguised(plain).replace(/^[^a-z]+|[^a-z]+$/g, '');
  const core = plain.replace(/^[^a-z]+|[^a-z]+$/g, '');
  if (COMMON.has(plain) || COMMON.has(undisguised(plain))) return true;
  if (STEMS.has(core) || STEMS.has(letters)) return true;
  if (isRun(plain) || isRepeated(plain)) return true;
  return /^\d+$/.test(plain) && (isDate(plain) || plain.length <= 8);
}

/** Whether a password contains something that belongs to the person or the product, longer than three letters. */
export function containsAny(password: string, words: readonly (string | null)[]): boolean {
  const plain = password.toLowerCase();
  return words.some((word) => {
    const part = (word ?? '').toLowerCase().trim();
    const isLong = part.length >= (/[^\u0020-\u007e]/.test(part) ? 2 : 4);
    return isLong && plain.includes(part);
  });
}

/** Whether the MD5 of a lock password is that of a common PIN or of the account name. */
export function isCommonLock(md5: string, username: string): boolean {
  return (
    pinDigests().has(md5.toLowerCase()) ||
    md5Of(username) === md5.toLowerCase() ||
    md5Of(username.toLowerCase()) === md5.toLowerCase()
  );
}

const ROWS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv',
  'qazwsxedcrfv',
  '1q2w3e4r5t6y',
  'q1w2e3r4t5',
  'zaq12wsx',
];

/** The 10,000 most used passwords of six to twenty characters, the most used first (docs/decisions/0021). */
const MOST_USED = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

const COMMON = new Set(MOST_USED);

/** Words that stay common with digits and signs around: the most used ones, and those that are shorter or said here alone. */
// oxfmt-ignore
const STEMS = new Set([
  ...MOST_USED.slice(0, 2000).filter((word) => /^[a-z]+$/.test(word)),
  ...`aaa abc abcd abcde admin administrator alibaba android angel apple asd asdf baby beijing black caonima ceshi changwutong chejian
    chen china chocolate default demo denglu eagle facebook factory gongchang green guangzhou guanliyuan guest haha hangzhou hello
    honda huang huawei iphone lenovo lijun liu liwei login love millwright mima mysql nihao ningbo ninja operator pass passwd
    production qwe qwer qwert root shanghai shenzhen super supervisor sysadmin taobao tencent test tiger trustno user wang wangwei
    wechat weixin white woaini woaiwojia wodemima word woshishui xiaomi xiaoxiao xyz yang yonghu zhang zhangwei zhao zhongguo zhou
    zxc zxcv`.split(/\s+/),
]);

/** `P@ssw0rd` reads as `password`. */
function undisguised(text: string): string {
  const swaps: Readonly<Record<string, string>> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  };
  return text
    .replace(/(?<=[a-z])[013457@$!](?=[a-z013457@$!]*[a-z])/g, (letter) => swaps[letter] ?? letter)
    .replace(/^[@$]/, (letter) => swaps[letter] ?? letter);
}

/** A stretch of a keyboard row or of the alphabet, forwards or backwards, also twice or with digits behind. */
function isRun(text: string): boolean {
  const body = text.replace(/\d{1,4}$/, '');
  const parts = [text, ...(body.length >= 4 ? [body] : [])];
  return parts.some((part) =>
    ROWS.some((row) => row.repeat(2).includes(part) || reversed(row.repeat(2)).includes(part)),
  );
}

/** `aaaaaa`, `abcabc`, `121212`. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+.{0,1}$/.test(text) || new Set(text).size <= 2;
}

function isDate(digits: string): boolean {
  return (
    /^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(digits) ||
    /^([0-2]\d|3[01])(0[1-9]|1[0-2])(19|20)\d{2}$/.test(digits)
  );
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}

let digests: ReadonlySet<string> | undefined;

function pinDigests(): ReadonlySet<string> {
  digests ??= new Set(commonPins().map(md5Of));
  return digests;
}

const RUNS = [
  '1234',
  '12345',
  '123456',
  '1234567',
  '12345678',
  '123456789',
  '0123',
  '012345',
  '4321',
  '54321',
  '654321',
  '2345',
  '3456',
  '4567',
  '5678',
  '6789',
  '9876',
];
const PAIRS = [
  '1212',
  '1122',
  '1313',
  '2121',
  '6969',
  '1010',
  '2020',
  '1221',
  '121212',
  '123123',
  '112233',
  '123321',
  '111222',
  '101010',
  '159753',
  '147258',
  '1357',
  '2468',
  '246810',
  '131313',
  '666888',
  '888666',
  '520520',
  '521521',
  '5201314',
  '1314',
  '1314520',
  '7758521',
];

/** The hundred commonest PINs of four and six digits: repeated, counted, mirrored, doubled, years. */
function commonPins(): string[] {
  const digits = Array.from('0123456789');
  const repeated = digits.flatMap((digit) => [digit.repeat(4), digit.repeat(6), digit.repeat(8)]);
  const years = Array.from({ length: 26 }, (_, index) => String(1985 + index));
  return [...repeated, ...RUNS, ...PAIRS, ...years];
}

function md5Of(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
