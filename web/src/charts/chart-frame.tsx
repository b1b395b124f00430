import {
  BarChartOutlined,
  FileExcelOutlined,
  FileImageOutlined,
  TableOutlined,
} from '@ant-design/icons';
import type { Text } from '@millwright/contract/kernel/text';
import { Button } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { showToast } from '../kernel/toast.ts';
import { chartText } from '../locales/chart.ts';
import { type ChartData, nameOf } from './chart-data.ts';
import { ChartTable } from './chart-table.tsx';
import './chart-frame.css';

interface ChartFrameProps {
  readonly data: ChartData;
  readonly className?: string;
  /** Of the heading: 2 on a page, 3 inside of a drawer. */
  readonly level?: 2 | 3;
  readonly isBusy?: boolean | undefined;
  /** Between heading and tools, such as a choice of the day. */
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

/** A chart under its heading, which can be read as a table and taken along as a picture or a workbook. */
export function ChartFrame({
  data,
  className = '',
  level = 2,
  isBusy,
  controls,
  children,
}: ChartFrameProps) {
  const picture = useRef<HTMLDivElement>(null);
  const [wantsTable, setTable] = useState(false);
  const hasRows = data.rows.length > 0;
  const isTable = wantsTable && hasRows;
  const Heading = `h${level}` as const;
  const drawn = () => {
    flushSync(() => setTable(false));
    return picture.current;
  };
  return (
    <section className={`chart ${className}`} aria-busy={isBusy}>
      <header>
        <Heading>
          {data.title} {data.note && <small>{data.note}</small>}
        </Heading>
        {controls}
        {hasRows && (
          <Tools data={data} isTable={isTable} onTable={() => setTable(!isTable)} drawn={drawn} />
        )}
      </header>
      {isTable ? (
        <ChartTable data={data} />
      ) : (
        <div ref={picture} className="chart-picture">
          {children}
        </div>
      )}
    </section>
  );
}

function Tools({
  data,
  isTable,
  onTable,
  drawn,
}: {
  data: ChartData;
  isTable: boolean;
  onTable: () => void;
  /** Brings the chart back into view where its table is, and gives it. */
  drawn: () => HTMLElement | null;
}) {
  const name = nameOf(data);
  const look = (label: Text) => {
    const words = say(label, { name });
    return { type: 'text', size: 'small', title: words, 'aria-label': words } as const;
  };
  const savePicture = async () => {
    const chart = drawn();
    if (chart) await (await import('./chart-picture.ts')).savePicture(chart, data);
  };
  const saveSheet = async () => (await import('./chart-sheet.ts')).saveSheet(data);
  return (
    <div className="chart-tools">
      <Button
        {...look(isTable ? chartText.asChart : chartText.asTable)}
        icon={isTable ? <BarChartOutlined aria-hidden /> : <TableOutlined aria-hidden />}
        onClick={onTable}
      />
      <ActionButton
        {...look(chartText.asPicture)}
        icon={<FileImageOutlined aria-hidden />}
        onClick={() => savePicture().catch(tellFailed)}
      />
      <ActionButton
        {...look(chartText.asExcel)}
        icon={<FileExcelOutlined aria-hidden />}
        onClick={() => saveSheet().catch(tellFailed)}
      />
    </div>
  );
}

function tellFailed(): void {
  showToast('error', t(chartText.failed));
}
