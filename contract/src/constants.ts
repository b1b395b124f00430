/** Limits and measures that the specification fixes. Numbers carry their unit in the name; S-numbers name the statement. */

/** Interface languages: Chinese is the default (S24, S287). */
export const locales = {
  all: ['zh_CN', 'en_US'],
  default: 'zh_CN',
  /** Key in local storage (S25). */
  storageKey: 'locale',
} as const;

/** Calls to the server. */
export const request = {
  /** S280 */
  timeoutMs: 200_000,
} as const;

/** Lists and their pager. */
export const paging = {
  /** S281 */
  defaultPage: 1,
  /** S282 */
  defaultLimit: 20,
  /** S283 */
  sizes: [10, 20, 30, 50],
  /** Parts of the pager from left to right (S284). */
  layout: ['total', 'sizes', 'prev', 'pager', 'next', 'jumper'],
  /** How long the page takes to scroll to the top after a change of page (S285). */
  scrollTopMs: 800,
  /** Largest `limit` that a list call accepts. */
  maxLimit: 200,
} as const;

/** Suggestions while typing. */
export const suggestion = {
  /** Rows per load-more page (S290). */
  pageSize: 50,
  /** Pause after the last key before a call. */
  pauseMs: 300,
} as const;

/** Length of a password in characters, both ends included (S286). */
export const password = { min: 6, max: 20 } as const;

/** Length of the lock-screen password as typed; the server receives its MD5. */
export const lockPassword = { min: 4, max: 20 } as const;

/** Mainland mobile number: starts with 1, second digit 2 to 9, 11 digits (S189). */
export const mobileNumber = /^1[2-9]\d{9}$/;

/** Upload of films (S288, S289). */
export const videoUpload = {
  mimeType: 'video/mp4',
  maxMb: 20,
} as const;

/** A file beyond this is sent in parts, so that an upload that broke off goes on where it stood. */
export const uploadInPartsAboveMb = 20;

/** Buttons stay disabled this long after a click (S291). */
export const buttonDebounceMs = 2_000;

/** Choosing dates. */
export const dates = {
  /** S292 */
  pickerWidthPx: 240,
  /** Shortcuts "last 7 days" and "last 30 days" (S293, S294). */
  lastDays: [7, 30],
  /** S295 */
  dayFormat: 'YYYY-MM-DD',
  /** S295 */
  timeFormat: 'YYYY-MM-DD HH:mm:ss',
  /** The end picker disables days earlier than the start less this many days. */
  endBeforeStartDays: 1,
} as const;

/** Rich text. */
export const editor = {
  /** S296 */
  headings: [1, 2, 3, 4, 5, 6],
  /** S297 */
  sizes: ['small', 'normal', 'large', 'huge'],
} as const;

/** Sidebar and the width at which it becomes a drawer. */
export const sidebar = {
  /** S298 */
  widthPx: 210,
  collapsedWidthPx: 54,
  cookie: 'sidebarStatus',
  /** Values of the cookie (S300). */
  open: '1',
  closed: '0',
} as const;

/** The page is mobile while its width less 1 is under this (S299). */
export const mobileBreakpointPx = 992;

/** Bell and its popover. */
export const notifications = {
  /** S301 */
  pollMs: 5_000,
  /** Larger counts read `10+` (S302). */
  badgeMax: 10,
  /** The badge is hidden at this count (S303). */
  badgeHiddenAt: 0,
  /** S304 */
  popoverWidthPx: 350,
  /** S305 */
  listHeightPx: 400,
} as const;

/** Fuzzy search over the menu. */
export const menuSearch = {
  /** S306 */
  threshold: 0.4,
  /** S307 */
  weights: { title: 0.7, path: 0.3 },
} as const;

/** Row of open pages. */
export const tabs = {
  /** S308 */
  menuWidthPx: 105,
  /** Kept between an opened tab and the edge of the row (S309). */
  scrollPaddingPx: 4,
  /** Most pages kept alive behind the active one. */
  maxCached: 12,
} as const;

/** Height of a table: what the window leaves below its top edge, never less than `minimum` (S310). All in px. */
export function tableHeight(
  windowHeight: number,
  top: number,
  below: number,
  minimum = 200,
): number {
  return Math.max(minimum, Math.floor(windowHeight - top - below));
}

/** How long a message of a refusal stays. */
export const toastMs = 5_000;

/** Paths that need no session (S28, S29, S30). */
export const publicPaths = ['/login', '/download', '/apkversion'] as const;
