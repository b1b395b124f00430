import { dncLog } from '@millwright/contract/log/dnc';
import type { Trx } from '../../kernel/database/transaction.ts';
import { writeLog } from '../../kernel/log/write.ts';

/** A request of a gateway that got its result. */
export interface EndedCommand {
  readonly kind: string;
  readonly payload: unknown;
  /** When the gateway fetched it. */
  readonly beginTime: string;
  readonly deviceNumber: string | null;
  readonly deviceName: string | null;
}

interface Ended {
  readonly siteId: string;
  readonly at: string;
  readonly command: EndedCommand;
  readonly ok: boolean;
  /** What the gateway says of it. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Writes a row of the DNC log for a request that transferred a program (`programDownload`, `programUpload`,
 * `programCompare`); others are none. The request names program, version, order and who asked; the result tells size,
 * checksum, match, why it failed and what the control holds.
 */
export async function logTransfer(
  trx: Trx,
  { siteId, at, command, ok, detail }: Ended,
): Promise<void> {
  const direction = DIRECTIONS[command.kind];
  if (!direction) return;
  const asked = wordsOf(command.payload);
  const told = wordsOf(detail);
  const { deviceNumber, deviceName, beginTime } = command;
  const size = Number(told('fileSize') ?? Number.NaN);
  const match = told('matchResult');
  await writeLog(trx, dncLog, [
    {
      siteId,
      at,
      deviceNumber,
      deviceName,
      direction,
      ...Object.fromEntries(ASKED.map((name) => [name, asked(name)])),
      fileSize: Number.isSafeInteger(size) && size >= 0 ? size : null,
      checksum: told('checksum'),
      matchResult: match === 'same' || match === 'different' ? match : null,
      result: ok ? 'success' : 'failure',
      failReason: ok ? null : told('failReason'),
      costTime: Date.parse(at) - Date.parse(beginTime),
      sentText: asked('text'),
      heldText: told('text'),
    },
  ]);
}

/** Reads single values of a structure; lists and structures in it are none. */
function wordsOf(of: unknown): (name: string) => string | null {
  return (name) => {
    const value: unknown = typeof of === 'object' && of !== null ? Reflect.get(of, name) : null;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
}

const DIRECTIONS: Readonly<Record<string, string | undefined>> = {
  programDownload: 'download',
  programUpload: 'upload',
  programCompare: 'compare',
};

const ASKED = ['programNo', 'programName', 'version', 'operator', 'orderCode', 'productCode'];
