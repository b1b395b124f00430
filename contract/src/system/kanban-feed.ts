import type { LineOee } from '../equipment/line-oee.ts';
import type { LineOutput, LineStanding } from '../equipment/live-equipment.ts';

/** What a board is told of itself when it signs in and whenever that changes. */
export interface BoardConfig {
  readonly boardCode: string;
  readonly boardName: string;
  readonly siteName: string;
  readonly siteNameEn: string | null;
  /** Null: the whole site. */
  readonly line: { readonly code: string; readonly name: string } | null;
  readonly timeZone: string;
  readonly refreshSeconds: number;
  readonly pages: readonly { readonly page: string; readonly seconds: number }[];
}

/** A command as it travels to a screen. */
export interface BoardCommand {
  readonly id: string;
  readonly command: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a screen says of itself every 15 seconds. */
export interface Heartbeat {
  readonly clientVersion?: string;
  readonly currentPage?: string;
  readonly orientation?: 'landscape' | 'portrait';
  readonly resolution?: string;
}

/** A machine on the page `machines`; `status` null = no data. */
export interface MachineTile {
  readonly number: string;
  readonly name: string;
  readonly line: string | null;
  readonly status: string | null;
  readonly since: string | null;
  readonly isBottleneck: boolean;
}

export interface MachinesFeed {
  readonly machines: readonly MachineTile[];
}

/** A standing alarm on the page `andon`, the worst first. */
export interface AndonCall {
  readonly encoding: string;
  readonly textZh: string | null;
  readonly textEn: string | null;
  readonly level: string | null;
  readonly number: string;
  readonly name: string;
  readonly line: string | null;
  readonly since: string;
  readonly isAcknowledged: boolean;
}

export interface AndonFeed {
  readonly calls: readonly AndonCall[];
  readonly total: number;
  /** Machines that speak now, so that "nothing wrong" is not said of silence. */
  readonly heard: number;
  readonly machines: number;
}

/** An order on the page `plan`. */
export interface PlanOrder {
  readonly orderCode: string;
  readonly orderName: string;
  readonly productName: string | null;
  readonly productNameEn: string | null;
  readonly state: string;
  readonly quantity: number;
  readonly goodQty: number;
  readonly progress: string;
  readonly dueDate: string;
  readonly risk: string | null;
}

export interface PlanFeed {
  readonly orders: readonly PlanOrder[];
  /** Of all orders that run or wait, those on the screen and those that did not fit. */
  readonly total: number;
  readonly late: number;
  readonly atRisk: number;
  /** Today in the zone of the site, `YYYY-MM-DD`. */
  readonly today: string;
}

/** The line of a board, or every line of its site in their order. */
export interface OutputFeed {
  readonly lines: readonly LineOutput[];
  /** Of a line that stands alone; null where there are several, or no machine is bound to it. */
  readonly standing: LineStanding | null;
}

/** The same for their OEE. */
export interface OeeFeed {
  readonly lines: readonly LineOee[];
}

export type BoardFeed = MachinesFeed | AndonFeed | PlanFeed | OutputFeed | OeeFeed;
