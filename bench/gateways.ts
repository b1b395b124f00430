import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Connection } from '../server/src/kernel/database/connection.ts';

/** Machines of the plant that the figures are about. */
export const MACHINES = 92;
/** Messages that a gateway sends at once. */
export const BATCH = 100;
const SECRET = 'bench-gateway-secret';

/** A gateway that sends, and the last number it gave a message. */
export interface Sender {
  readonly clientId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly numbers: readonly string[];
  readonly connections: number;
  said: number;
}

/** Gateways of a site that share its machines, through the owner's connection. */
export async function makeGateways(
  stage: { readonly owner: Connection; readonly siteId: string },
  count: number,
  connections: number,
): Promise<readonly Sender[]> {
  const client = new pg.Client(stage.owner);
  await client.connect();
  await makeStation(client, stage.siteId);
  const senders: Sender[] = [];
  for (let index = 0; index < count; index += 1) {
    const clientId = `gw-bench-${count}-${index}`;
    const { rows } = await client.query<{ id: string }>(
      `insert into base_gateway (site_id, code, name, client_id) values ($1, $2, $2, $2) returning id`,
      [stage.siteId, clientId],
    );
    await client.query(
      'insert into gateway_secret (gateway_id, site_id, digest) values ($1, $2, $3)',
      [rows[0]?.id, stage.siteId, createHash('sha256').update(SECRET).digest()],
    );
    const numbers = Array.from({ length: MACHINES }, (_, at) => `${count}-MC-${at}`).filter(
      (_number, at) => at % count === index,
    );
    await client.query(
      `insert into base_equipment (site_id, number, nickname, equipment_kind, gateway_id)
       select $1, n, n, 'machineTool', $2 from unnest($3::text[]) n`,
      [stage.siteId, rows[0]?.id, numbers],
    );
    const pair = Buffer.from(`${clientId}:${SECRET}`).toString('base64');
    const headers = { authorization: `Basic ${pair}`, 'content-type': 'application/json' };
    senders.push({ clientId, headers, numbers, connections, said: 0 });
  }
  await client.end();
  return senders;
}

/** The station at which the machines count, on a line of its own. */
async function makeStation(client: pg.Client, siteId: string): Promise<void> {
  await client.query(
    `with l as (insert into base_line (site_id, code, name, serial_number, line_type)
        values ($1, 'BENCH', 'BENCH', 1, 'machining') on conflict do nothing returning id),
      p as (insert into base_procedure (site_id, procedure_code, procedure_name, procedure_type, sequence)
        values ($1, 'BENCH', 'BENCH', 'machining', 10) on conflict do nothing returning id)
    insert into base_station (site_id, line_id, process_name, work_report_station_no, station_name)
    select $1, l.id, p.id, 'S1', 'S1' from l, p on conflict do nothing`,
    [siteId],
  );
}

/** Eight of ten are states that change at every word, one an alarm that comes or goes, one a counter. */
export function batchOf(sender: Sender): string {
  return JSON.stringify(Array.from({ length: BATCH }, () => messageOf(sender, (sender.said += 1))));
}

function messageOf({ clientId, numbers }: Sender, said: number): object {
  const round = Math.floor(said / numbers.length);
  const states = ['run', 'idle', 'alarm'];
  const word =
    said % 10 < 8
      ? {
          type: 'state',
          data: {
            status: states[round % 3],
            mode: 'auto',
            program: `O${said % 7}`,
            alarm: round % 2,
          },
        }
      : said % 10 === 8
        ? { type: 'alarm', data: { encoding: `E${said % 20}`, active: Math.floor(round / 10) % 2 } }
        : { type: 'count', data: { stationNumber: 'S1', counter: said } };
  return {
    messageId: String(said),
    clientId,
    deviceNumber: numbers[said % numbers.length],
    sendTime: new Date(START + said * 20).toISOString(),
    ...word,
  };
}

const START = Date.now() - 3 * 3_600_000;
