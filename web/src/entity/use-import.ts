import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { IMPORT_IN_BACKGROUND } from '@millwright/contract/kernel/sheet';
import type {
  ImportAnswer,
  ImportMapping,
  ImportMode,
  ImportReading,
  OnImportError,
} from '@millwright/contract/kernel/sheet';
import type { Job } from '@millwright/contract/system/job';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../kernel/api.ts';
import { ask } from '../kernel/confirm.ts';
import { saveBlob } from '../kernel/download.ts';
import { t } from '../kernel/language.tsx';
import { useWork } from '../kernel/work.ts';
import { entityText } from '../locales/entity.ts';
import { importText } from '../locales/import.ts';
import { followJob } from '../tasks/jobs.ts';
import { importForm } from './import-model.ts';
import { keyOf } from './query-key.ts';

/** What to do with rows that exist already. */
export type WriteMode = Exclude<ImportMode, 'check'>;

/** An import from the file to its result, without any view. Each step keeps what the one before it found. */
export interface Import {
  readonly file: File | undefined;
  readonly reading: ImportReading | undefined;
  readonly mapping: readonly ImportMapping[];
  readonly mode: WriteMode;
  /** Why rows that exist are changed, as far as it was typed. */
  readonly reason: string;
  readonly checked: ImportAnswer | undefined;
  readonly result: ImportAnswer | undefined;
  /** The import goes on in the background: its number. */
  readonly job: string | undefined;
  readonly busy: boolean;
  /** Reads a file, or the same one at another sheet or heading row. */
  readonly read: (file: File, place?: { sheet?: string; headerRow?: number }) => Promise<void>;
  /** Changes the mapping as it stands: two changes in a row both hold. */
  readonly map: (change: (mapping: readonly ImportMapping[]) => ImportMapping[]) => void;
  readonly setMode: (mode: WriteMode) => void;
  readonly setReason: (reason: string) => void;
  readonly check: () => Promise<void>;
  readonly write: (onError: OnImportError) => Promise<void>;
  /** Back to the columns, or to the choice of a file. */
  readonly back: () => void;
  readonly restart: () => void;
  readonly template: () => Promise<void>;
}

interface State {
  readonly file?: File;
  readonly reading?: ImportReading;
  readonly mapping: readonly ImportMapping[];
  readonly checked?: ImportAnswer | undefined;
  readonly result?: ImportAnswer;
  readonly job?: string;
}

export function useImport(entity: AnyEntity): Import {
  const client = useQueryClient();
  const [state, setState] = useState<State>({ mapping: [] });
  const [mode, setMode] = useState<WriteMode>('upsert');
  const [reason, setReason] = useState('');
  const { busy, run } = useWork();
  const during = async (work: () => Promise<void>) => void (await run(work));
  const send = (fields: Record<string, string>) => sendImport(entity, state, { ...fields, reason });
  const write = async (onError: OnImportError): Promise<void> => {
    const fields = { mode, onError, ...(isLong(state.checked) ? { background: '1' } : {}) };
    let result = await send(fields);
    if ('repeated' in result && result.repeated) {
      if (!(await sureToRepeat())) return;
      result = await send({ ...fields, again: '1' });
    }
    if ('job' in result) followJob(result.job);
    else await client.invalidateQueries({ queryKey: keyOf(entity) });
    const end = 'job' in result ? { job: result.job.id } : { result };
    setState((old) => ({ ...old, ...end }));
  };
  const check = async (): Promise<void> => {
    const checked = await send({ mode: 'check', onError: 'skip', again: '1' });
    if (!('job' in checked)) setState((old) => ({ ...old, checked }));
  };
  return {
    file: state.file,
    reading: state.reading,
    mapping: state.mapping,
    checked: state.checked,
    result: state.result,
    job: state.job,
    mode,
    reason,
    busy,
    setMode,
    setReason,
    read: (file, place = {}) => during(async () => setState(await readFile(entity, file, place))),
    map: (change) => setState((old) => ({ ...old, mapping: change(old.mapping) })),
    check: () => during(check),
    write: (onError) => during(() => write(onError)),
    back: () => setState((old) => (old.checked ? { ...old, checked: undefined } : { mapping: [] })),
    restart: () => {
      setReason('');
      setState({ mapping: [] });
    },
    template: () => during(() => saveTemplate(entity)),
  };
}

/** Sends the file with its mapping and these fields of the form. */
function sendImport(
  entity: AnyEntity,
  { file, reading, mapping }: State,
  fields: Readonly<Record<string, string>>,
): Promise<ImportAnswer | { job: Job }> {
  if (!file || !reading) throw new Error('No file has been read');
  const form = importForm(file, {
    ...fields,
    sheet: reading.sheet,
    headerRow: String(reading.headerRow),
    mapping: JSON.stringify(mapping),
  });
  return api.post<ImportAnswer | { job: Job }>(callsOf(entity).import.path, form);
}

/** A file as the server reads it, with the mapping that it proposes. */
async function readFile(
  entity: AnyEntity,
  file: File,
  place: { sheet?: string; headerRow?: number },
): Promise<State> {
  const fields = Object.fromEntries(
    Object.entries(place).map(([name, value]) => [name, String(value)]),
  );
  const form = importForm(file, fields);
  const reading = await api.post<ImportReading>(callsOf(entity).importRead.path, form);
  const mapping = reading.mapping.map(({ source: _source, ...one }) => one);
  return { file, reading, mapping };
}

async function saveTemplate(entity: AnyEntity): Promise<void> {
  const { blob, name } = await api.file(callsOf(entity).importTemplate.path);
  saveBlob(blob, name ?? `${t(entity.label)}.xlsx`);
}

function sureToRepeat(): Promise<boolean> {
  return ask({
    title: t(entityText.question),
    text: t(importText.again),
    confirm: t(entityText.import),
    cancel: t(entityText.cancel),
  });
}

/** So many rows that nobody should have to wait for them. */
function isLong(checked: ImportAnswer | undefined): boolean {
  return (checked?.total ?? 0) >= IMPORT_IN_BACKGROUND;
}
