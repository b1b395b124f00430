import { textOf } from '@millwright/contract/kernel/text';
import { loginLog } from '@millwright/contract/log/login';
import { widthFor } from '../../base/column-width.ts';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { DEPARTMENT_GROWTH } from '../../entity/list-columns.ts';
import { loginInfoWord, siteCell } from '../../log/log-words.tsx';
import { LoginFigures } from '../../log/login-figures.tsx';
import { folded } from '../../log/folded-figures.tsx';
import { LogDetails } from '../../log/log-details.tsx';
import { LogPage } from '../../log/log-page.tsx';
import '../../log/log.css';

/** Sign-ins and sign-outs; on top where and with which accounts they fail. */
export default function LoginLogPage() {
  return (
    <LogPage
      entity={loginLog.name}
      columns={COLUMNS}
      ownColumns={WIDTHS}
      filters={FILTERS}
      cells={CELLS}
      figures={FIGURES}
      detail={DETAIL}
    />
  );
}

const FIGURES = folded(LoginFigures);
const COLUMNS = [
  'at',
  'username',
  'event',
  'status',
  'responseInfo',
  'host',
  'location',
  'browser',
  'os',
  'clientKind',
  'departName',
];
const WIDTHS = [
  { prop: 'at', width: 145 },
  { prop: 'username', width: 95 },
  { prop: 'event', width: 95 },
  { prop: 'status', width: 98 },
  {
    prop: 'responseInfo',
    width: 135,
    formatter: (row: EntityRow) => loginInfoWord(row['responseInfo']),
  },
  { prop: 'host', width: 105 },
  { prop: 'location', width: 70 },
  { prop: 'browser', width: 95 },
  { prop: 'os', width: 90 },
  { prop: 'clientKind', width: 70 },
  { prop: 'departName', width: widthFor(150, 176), growth: DEPARTMENT_GROWTH },
];
const FILTERS = ['at', 'username', 'status', 'event', 'host'];

const CELLS = {
  responseInfo: (row: EntityRow) => loginInfoWord(row['responseInfo']),
  departName: siteCell,
};

const DETAIL: DetailSlots = {
  subtitle: (row) => `${loginInfoWord(row['responseInfo'])} ${textOf(row['host'] ?? '')}`,
  details: (row) => <LogDetails entity={loginLog} row={row} cells={CELLS} />,
};
