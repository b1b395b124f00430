import { PassThrough } from 'node:stream';
import { entityOf } from '@millwright/contract/registry';
import type { Behaviour } from '../behaviour.ts';
import { discard, writeDown } from '../files/receive.ts';
import { keepFile } from '../files/keep-file.ts';
import { TYPES } from '../files/file-type.ts';
import { runScoped } from '../http/run.ts';
import type { Services } from '../services.ts';
import type { Cell } from '../sheet/cell.ts';
import { askedExport, exportName, openExport, writeExport } from '../sheet-routes/open-export.ts';
import type { JobWork, Task } from './run-jobs.ts';

/**
 * The work of an export: the rows of one moment are written into a file, which is then kept and named in the job's row
 * in one transaction. A worker that is killed leaves nothing but a file below `incoming`.
 */
export function exportJob(
  services: Services,
  moduleOf: (entity: string) => Behaviour | undefined,
): JobWork {
  return async (task) => {
    const { session, finish } = task;
    const written = await writeFile(services, moduleOf, task);
    try {
      await runScoped(services, session, { isWide: true }, async (context) => {
        const { path, size, sha256, name, format, rows } = written;
        const file = await keepFile(context, {
          path,
          size,
          sha256,
          originalName: name,
          thumbnail: null,
          type: TYPES[format],
          purpose: 'attachment',
        });
        await finish(context.sql, { rows, file, fileName: name });
      });
    } catch (error) {
      await discard(written.path);
      throw error;
    }
  };
}

/** Most megabytes that the file of an export may have: a million wide rows take some 400. */
const MAX_MB = 4000;
const TIMEOUT_MS = 600_000;

async function writeFile(
  services: Services,
  moduleOf: (entity: string) => Behaviour | undefined,
  { job, session, progress }: Task,
) {
  const entity = entityOf(job.entity);
  const asked = askedExport(entity, job.request);
  const count = { rows: 0 };
  return runScoped(
    services,
    session,
    { readOnly: true, ofOneMoment: true, timeoutMs: TIMEOUT_MS },
    async (context) => {
      const open = await openExport(context, entity, moduleOf(job.entity), asked);
      const rows = counted(open.chunks, count, progress);
      const name = exportName(session, open);
      const out = new PassThrough({ highWaterMark: 256 * 1024 });
      const writing = writeExport(session, open, rows, out, count);
      // Whichever of the two fails takes the other with it.
      writing.catch((error: Error) => out.destroy(error));
      const received = await writeDown(out, name, MAX_MB);
      await writing.catch(async (error: unknown) => {
        await discard(received.path);
        throw error;
      });
      return { ...received, name, format: open.format, rows: count.rows };
    },
  );
}

async function* counted(
  chunks: AsyncGenerator<Cell[][]>,
  count: { rows: number },
  progress: (rows: number) => void,
): AsyncGenerator<Cell[]> {
  for await (const rows of chunks) {
    for (const row of rows) {
      count.rows += 1;
      yield row;
    }
    progress(count.rows);
  }
}
