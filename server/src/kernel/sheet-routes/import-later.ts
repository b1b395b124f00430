import type { Job } from '@millwright/contract/system/job';
import { keepBytes } from '../files/keep-file.ts';
import { clientOf } from '../http/client.ts';
import type { CallInput } from '../http/route.ts';
import { jobAnswer } from '../jobs/job-row.ts';
import { addJob } from '../jobs/queue.ts';
import type { AskedImport } from './asked-import.ts';

/** What a job needs besides the file to do an import as it was asked for. */
export interface ImportRequest {
  readonly fields: Readonly<Record<string, string>>;
  /** Address that the call came from, for the operate log. */
  readonly host: string;
}

/** Keeps the file and puts the import into the queue, in one transaction. Throws `job.queue.full`. */
export function importLater({ entity, file, headed }: AskedImport, call: CallInput): Promise<Job> {
  const { host } = clientOf(call.request.ip, call.request.headers);
  const rowCount = file.workbook.sheets[headed.sheet]?.rowCount ?? 0;
  return call.scoped(async (context) => {
    const request: ImportRequest = { fields: file.fields, host };
    const job = await addJob(context, {
      kind: 'import',
      entity: entity.name,
      title: file.name,
      request,
      input: await keepBytes(context, file.bytes, file.name),
      total: Math.max(0, rowCount - headed.headerRow),
    });
    return jobAnswer(job, context.session.locale);
  });
}
