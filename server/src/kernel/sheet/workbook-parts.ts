import { xmlText } from './xml-text.ts';
import type { SheetColumn } from './cell.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument';

/** A sheet as the workbook part lists it. */
export interface SheetEntry {
  readonly name: string;
  readonly hidden: boolean;
}

/** Places in the style part: the numbers of `s="…"` at a cell. */
export const styles = {
  plain: 0,
  heading: 1,
  text: 2,
  integer: 3,
  date: 4,
  datetime: 5,
  error: 6,
  decimal: 7,
};
const MAX_DECIMALS = 10;

/** Style number of the cells of a column. */
export function columnStyle(column: SheetColumn): number {
  switch (column.format) {
    case 'text':
      return styles.text;
    case 'integer':
      return styles.integer;
    case 'date':
      return styles.date;
    case 'datetime':
      return styles.datetime;
    case 'decimal':
      return column.decimals === undefined
        ? styles.plain
        : styles.decimal + Math.min(column.decimals, MAX_DECIMALS);
    default:
      return styles.plain;
  }
}

/**
 * The list of content types. It stands first in the file, before the number of sheets is known, so `.xml` means
 * a sheet and everything else is named.
 */
export function contentTypes(drawings: readonly number[]): string {
  const types: [part: string, type: string][] = [
    ['/xl/workbook.xml', `${CONTENT}.spreadsheetml.sheet.main+xml`],
    ['/xl/styles.xml', `${CONTENT}.spreadsheetml.styles+xml`],
    ...drawings.map((id): [string, string] => [
      `/xl/drawings/drawing${id}.xml`,
      `${CONTENT}.drawing+xml`,
    ]),
  ];
  return (
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Default Extension="xml" ContentType="${CONTENT}.spreadsheetml.worksheet+xml"/>` +
    '<Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>' +
    types.map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`).join('') +
    '</Types>'
  );
}

/** A relationship part: `rId1` is the first of the list. */
export function relations(list: readonly { type: string; target: string }[]): string {
  const items = list.map(
    ({ type, target }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`;
}

/** The workbook part; `rId1` is the style part, sheets follow from `rId2`. */
export function workbookPart(sheets: readonly SheetEntry[]): string {
  const items = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${xmlText(name)}" sheetId="${index + 1}"${hidden ? ' state="veryHidden"' : ''} r:id="rId${index + 2}"/>`,
  );
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${items.join('')}</sheets></workbook>`;
}

/** The style part: the same for every workbook. */
export function stylePart(): string {
  const decimals = Array.from({ length: MAX_DECIMALS + 1 }, (_, digits) => digits);
  const formats = [
    [164, 'yyyy-mm-dd'],
    [165, 'yyyy-mm-dd hh:mm:ss'],
    ...decimals.map((digits) => [170 + digits, digits === 0 ? '0' : `0.${'0'.repeat(digits)}`]),
  ];
  const font = (colour = '') =>
    `<sz val="11"/>${colour}<name val="Microsoft YaHei"/><family val="2"/>`;
  const cell = (format: number, rest = '/>') =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${rest}`;
  const xfs = [
    cell(0),
    '<xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>',
    cell(49),
    cell(1),
    cell(164),
    cell(165),
    '<xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
    ...decimals.map((digits) => cell(170 + digits)),
  ];
  return (
    `${HEAD}<styleSheet xmlns="${MAIN}">` +
    `<numFmts count="${formats.length}">${formats.map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('')}</numFmts>` +
    `<fonts count="3"><font>${font()}</font><font><b/>${font()}</font><font>${font('<color rgb="FFC00000"/>')}</font></fonts>` +
    '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
    '<fill><patternFill patternType="solid"><fgColor rgb="FFE8EEF5"/><bgColor indexed="64"/></patternFill></fill></fills>' +
    '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>' +
    '<border><left/><right/><top/><bottom style="thin"><color rgb="FF9AA7B5"/></bottom><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}

/** Opening of a sheet part up to the place where rows begin. */
export function sheetOpening(
  columns: readonly SheetColumn[],
  widths: readonly number[],
  frozenRows: number,
): string {
  const pane =
    frozenRows > 0
      ? `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>`
      : '';
  const cols = columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widths[index]}" style="${columnStyle(column)}" customWidth="1"/>`,
  );
  return (
    `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="16"/>${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>`
  );
}

/** Printed lying, as wide as the page and as many pages long as it needs. */
export const PAGE_SETUP =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>';
