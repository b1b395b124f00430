import type { MessageType } from './message.ts';

/** What comes through a gateway: `GET /api/base/gateways/:id/traffic`. */
export interface GatewayTraffic {
  /** Messages of the last five minutes, per minute. */
  perMinute: number;
  /** Mean way of those accepted with a sure time, ms; 0 counts where a clock was ahead. Null without any. */
  delayMs: number | null;
  /** How far a clock was ahead at most, ms; 0 when none was. */
  aheadMs: number;
  /** Refused within 24 h. */
  refusedCount: number;
  refused: RefusedMessage[];
  /** Accepted within 24 h with a time that could not be. */
  suspectCount: number;
  suspect: SuspectMessage[];
  devices: GatewayDevice[];
}

/** A message that was refused, the latest first; `message` as it was sent, as text. */
export interface RefusedMessage {
  id: string;
  at: string;
  messageId: string | null;
  deviceNumber: string | null;
  type: string | null;
  reasonZh: string;
  reasonEn: string;
  message: string;
}

/** A message that counts when it came, the latest first; `clockOff` is the sender's clock minus ours, seconds. */
export interface SuspectMessage {
  id: string;
  at: string;
  messageId: string;
  deviceNumber: string;
  type: MessageType;
  clockOff: number;
}

/** The same beside the communication log: `GET /api/log/communication-logs/suspects`. */
export interface SuspectMessages {
  list: (SuspectMessage & { clientId: string })[];
}

/** A machine behind a gateway and what it said last; seconds of the last recorded production date by its own words. */
export interface GatewayDevice {
  equipmentId: string;
  number: string;
  nickname: string;
  status: string | null;
  rawStatus: string | null;
  heardTime: string | null;
  clockDifference: string | null;
  shiftDate: string | null;
  seconds: { status: string | null; rawStatus: string | null; seconds: string }[];
}
