import { say } from '../kernel/language.tsx';
import { chartText } from '../locales/chart.ts';
import { type ChartColumn, type ChartData, headOf, nameOf, shownRow } from './chart-data.ts';

/** The rows of a chart as a small table, for those who would rather read. */
export function ChartTable({ data }: { data: ChartData }) {
  const { columns, rows } = data;
  const name = nameOf(data);
  return (
    <>
      <div className="chart-table" role="region" aria-label={name} tabIndex={0}>
        <table>
          <caption className="sr-only">{[name, data.period].filter(Boolean).join(' · ')}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.label.en} scope="col" className={sideOf(column)}>
                  {headOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST).map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows of a chart have no key of their own
              <tr key={index}>
                {shownRow(data, row).map((words, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- one a column
                  <td key={at} className={sideOf(columns[at])}>
                    {words}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MOST && (
        <p className="chart-cut">{say(chartText.cut, { n: MOST, all: rows.length })}</p>
      )}
    </>
  );
}

const MOST = 300;

function sideOf(column: ChartColumn | undefined): string | undefined {
  if (column?.digits !== undefined) return 'num is-right';
  return column?.isInstant ? 'num' : undefined;
}
