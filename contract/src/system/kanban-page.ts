import type { Text } from '../kernel/text.ts';

/** What a page of a board shows. */
export interface BoardPage {
  readonly label: Text;
  /** Whether its data exist: only such pages are offered, the others say on the screen that they are empty. */
  readonly ready: boolean;
}

/** Every page that a board may turn to, by its key. */
export const boardPages = {
  machines: { label: { zh: '设备状态', en: 'Machines' }, ready: true },
  andon: { label: { zh: '安灯', en: 'Andon' }, ready: true },
  plan: { label: { zh: '生产计划', en: 'Plan' }, ready: true },
  output: { label: { zh: '产线产出', en: 'Line output' }, ready: true },
  oee: { label: { zh: 'OEE', en: 'OEE' }, ready: true },
  quality: { label: { zh: '质量', en: 'Quality' }, ready: false },
  toolLife: { label: { zh: '刀具寿命', en: 'Tool life' }, ready: false },
} as const satisfies Record<string, BoardPage>;

export type BoardPageKey = keyof typeof boardPages;

/** The words of the pages that the form offers. */
export const offeredPages: Readonly<Record<string, Text>> = Object.fromEntries(
  Object.entries<BoardPage>(boardPages)
    .filter(([, page]) => page.ready)
    .map(([key, page]) => [key, page.label]),
);

/** The words of all pages. */
export const pageWords: Readonly<Record<string, Text>> = Object.fromEntries(
  Object.entries<BoardPage>(boardPages).map(([key, page]) => [key, page.label]),
);

/** The word of a page; an unknown key stays as it is. */
export function pageLabel(key: string): Text {
  return pageWords[key] ?? { zh: key, en: key };
}
