import type { Observation } from '@millwright/contract/device/observation';
import { SaxesParser } from 'saxes';

/** What a streams document of an agent says. */
export interface StreamsDocument {
  /** Changes when the agent starts anew: its sequence numbers begin again. */
  readonly instanceId: string;
  readonly firstSequence: number;
  readonly nextSequence: number;
  /** When the agent wrote it, milliseconds; null where it does not say. */
  readonly creationTime: number | null;
  /** In the order of their sequence numbers. */
  readonly observations: readonly Observation[];
  /** Code of an error document, such as `OUT_OF_RANGE`. */
  readonly error: string | null;
}

/** Reads a streams or error document. Throws on anything that is not well-formed, and on document types. */
export function readStreams(xml: string): StreamsDocument {
  const parser = new SaxesParser();
  const found: { sequence: number; said: Observation }[] = [];
  let header: Record<string, string> = {};
  let error: string | null = null;
  let source = '';
  let section = '';
  let open: { name: string; attributes: Record<string, string>; text: string } | null = null;
  parser.on('doctype', () => {
    throw new Error('A streams document has no document type.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1);
    if (local === 'Header') header = attributes;
    else if (local === 'Error' || attributes.errorCode) error = attributes.errorCode ?? 'ERROR';
    else if (local === 'DeviceStream') source = attributes.name ?? '';
    else if (SECTIONS.has(local)) section = local;
    else if (section !== '' && attributes.dataItemId) open = { name: local, attributes, text: '' };
  });
  parser.on('text', (text) => {
    if (open) open.text += text;
  });
  parser.on('closetag', ({ name }) => {
    const local = name.slice(name.indexOf(':') + 1);
    if (SECTIONS.has(local)) section = '';
    if (open?.name !== local) return;
    const said = observationOf(open, source, section);
    if (said) found.push({ sequence: Number(open.attributes.sequence ?? 0), said });
    open = null;
  });
  parser.write(xml).close();
  return {
    instanceId: header.instanceId ?? '',
    firstSequence: Number(header.firstSequence ?? 0),
    nextSequence: Number(header.nextSequence ?? 0),
    creationTime: momentOf(header.creationTime),
    observations: found.sort((a, b) => a.sequence - b.sequence).map(({ said }) => said),
    error,
  };
}

function observationOf(
  { name, attributes, text }: { name: string; attributes: Record<string, string>; text: string },
  source: string,
  section: string,
): Observation | null {
  const time = Date.parse(attributes.timestamp ?? '');
  if (Number.isNaN(time)) return null;
  const item = attributes.name || attributes.dataItemId || '';
  const common = { time: new Date(time).toISOString(), source, item };
  if (section !== 'Condition') return { ...common, value: text.trim() };
  const { nativeCode: code = '', nativeSeverity: severity = '' } = attributes;
  return { ...common, value: name, condition: { code, severity, text: text.trim() } };
}

function momentOf(time: string | undefined): number | null {
  const moment = Date.parse(time ?? '');
  return Number.isNaN(moment) ? null : moment;
}

const SECTIONS = new Set(['Samples', 'Events', 'Condition']);
