import type { ImageCell } from './cell.ts';
import { relations } from './workbook-parts.ts';

export interface PlacedImage {
  /** Counted from 1. */
  readonly row: number;
  /** Counted from 0. */
  readonly column: number;
  readonly image: ImageCell;
}

/** The parts that put pictures into sheet number `id`; pictures are loaded one after another. */
export async function* drawingParts(
  id: number,
  images: readonly PlacedImage[],
): AsyncGenerator<{ path: string; content: string | Uint8Array }> {
  const anchors: string[] = [];
  const targets: { type: string; target: string }[] = [];
  for (const placed of images) {
    const content = await placed.image.load();
    if (content === null) continue;
    const number = targets.length + 1;
    const file = `image${id}-${number}.${placed.image.image}`;
    yield { path: `xl/media/${file}`, content };
    targets.push({ type: 'image', target: `../media/${file}` });
    anchors.push(anchor(placed, number));
  }
  yield { path: `xl/drawings/drawing${id}.xml`, content: drawing(anchors) };
  yield { path: `xl/drawings/_rels/drawing${id}.xml.rels`, content: relations(targets) };
  yield {
    path: `xl/worksheets/_rels/sheet${id}.xml.rels`,
    content: relations([{ type: 'drawing', target: `../drawings/drawing${id}.xml` }]),
  };
}

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
// English metric units: 914,400 to the inch; one row of 60 points, kept a little inside the cell.
const SIDE = 720_000;
const INSET = 20_000;

function drawing(anchors: readonly string[]): string {
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" ` +
    `xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${anchors.join('')}</xdr:wsDr>`
  );
}

function anchor({ row, column }: PlacedImage, number: number): string {
  return (
    `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>${INSET}</xdr:colOff>` +
    `<xdr:row>${row - 1}</xdr:row><xdr:rowOff>${INSET}</xdr:rowOff></xdr:from><xdr:ext cx="${SIDE}" cy="${SIDE}"/>` +
    `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${number}" name="${number}"/><xdr:cNvPicPr/></xdr:nvPicPr>` +
    `<xdr:blipFill><a:blip r:embed="rId${number}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
    `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${SIDE}" cy="${SIDE}"/></a:xfrm>` +
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>'
  );
}
