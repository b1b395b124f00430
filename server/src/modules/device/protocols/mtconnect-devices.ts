import type { SourceItem } from '@millwright/contract/device/source';
import { SaxesParser } from 'saxes';

/** A device of an agent with its data items, named as its streams name them. */
export interface ProbedDevice {
  readonly name: string;
  readonly uuid: string;
  readonly items: readonly SourceItem[];
}

/** Reads the answer to a `probe`. Throws on anything that is not well-formed, and on document types. */
export function readDevices(xml: string): ProbedDevice[] {
  const parser = new SaxesParser();
  const devices: (ProbedDevice & { items: SourceItem[] })[] = [];
  parser.on('doctype', () => {
    throw new Error('A devices document has no document type.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = name.slice(name.indexOf(':') + 1);
    if (local === 'Device') {
      const { name: called = '', uuid = '' } = attributes;
      devices.push({ name: called, uuid, items: [] });
    }
    const device = devices.at(-1);
    if (local === 'DataItem' && device) device.items.push(itemOf(device.name, attributes));
  });
  parser.write(xml).close();
  return devices;
}

function itemOf(source: string, attributes: Record<string, string>): SourceItem {
  const { name, id = '', category = null, type = null, units = null } = attributes;
  return { source, item: name || id, category, type, units };
}
