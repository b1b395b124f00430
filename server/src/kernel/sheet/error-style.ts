import { readXml, xmlChunks } from './read-xml.ts';

/**
 * A style part with one more cell format, red on pale red and wrapped, behind the others; its number is `style`.
 * Undefined when the part has not the lists that belong into it.
 */
export async function addErrorStyle(
  bytes: AsyncIterable<Buffer>,
): Promise<{ xml: string; style: number } | undefined> {
  let xml = '';
  for await (const text of xmlChunks(bytes)) xml += text;
  // What goes out is UTF-8, whatever the part was written in; without a declaration XML is UTF-8.
  xml = xml.replace(/^<\?xml[^>]*\?>/, '');
  const lists = { fonts: 0, fills: 0, cellXfs: 0 };
  const path: string[] = [];
  let prefix = '';
  await readXml(onePiece(xml), {
    open(name, _, tag) {
      const parent = path.at(-1);
      if (name === 'styleSheet') prefix = tag.name.slice(0, tag.name.length - name.length);
      if (path.length === 2 && isList(parent, lists)) lists[parent] += 1;
      path.push(name);
    },
    close: () => void path.pop(),
  });
  if (lists.fonts === 0 || lists.fills === 0 || lists.cellXfs === 0) return undefined;
  const p = prefix;
  const added = {
    fonts: `<${p}font><${p}b/><${p}sz val="11"/><${p}color rgb="FFC00000"/><${p}name val="Microsoft YaHei"/></${p}font>`,
    fills: `<${p}fill><${p}patternFill patternType="solid"><${p}fgColor rgb="FFFDECEA"/></${p}patternFill></${p}fill>`,
    cellXfs:
      `<${p}xf numFmtId="49" fontId="${lists.fonts}" fillId="${lists.fills}" borderId="0" applyNumberFormat="1" ` +
      `applyFont="1" applyFill="1" applyAlignment="1"><${p}alignment vertical="top" wrapText="1"/></${p}xf>`,
  };
  let marked = xml;
  for (const list of ['fonts', 'fills', 'cellXfs'] as const)
    marked = addTo(marked, p + list, added[list], lists[list] + 1);
  return { xml: marked, style: lists.cellXfs };
}

type Lists = Record<'fonts' | 'fills' | 'cellXfs', number>;

function isList(name: string | undefined, lists: Lists): name is keyof Lists {
  return name !== undefined && Object.hasOwn(lists, name);
}

// The last closing tag: the lists of differential formats have other names.
function addTo(xml: string, list: string, item: string, count: number): string {
  const end = xml.lastIndexOf(`</${list}`);
  if (end < 0) return xml;
  const grown = xml.slice(0, end) + item + xml.slice(end);
  return grown.replace(
    new RegExp(`(<${list}\\b[^>]*?\\bcount=")\\d+`),
    (_, head: string) => head + count,
  );
}

async function* onePiece(xml: string): AsyncGenerator<Buffer> {
  yield Buffer.from(xml);
}
