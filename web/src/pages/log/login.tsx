import { loginLog } from '@millwright/contract/log/login';
import { useMemo } from 'react';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import { LoginFigures } from '../../log/login-figures.tsx';
import { LogDetails } from '../../log/log-details.tsx';
import { timelineTab } from '../../log/log-timeline.tsx';
import { logWindow, windowOf } from '../../log/log-window.tsx';
import '../../log/log.css';

/** Sign-ins and sign-outs; on top where and with which accounts they fail. */
export default function LoginLogPage() {
  const usual = useMemo(() => ({ filters: { at: windowOf(7) } }), []);
  return (
    <EntityPage
      entity={loginLog.name}
      columns={COLUMNS}
      ownColumns={WIDTHS}
      filters={FILTERS}
      usual={usual}
      figures={LoginFigures}
      detail={DETAIL}
      toolbar={logWindow}
    />
  );
}

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
  { prop: 'username', width: 110 },
  { prop: 'event', width: 80 },
  { prop: 'status', width: 70 },
  { prop: 'responseInfo', width: 150 },
  { prop: 'host', width: 105 },
  { prop: 'location', width: 70 },
  { prop: 'browser', width: 100 },
  { prop: 'os', width: 90 },
  { prop: 'clientKind', width: 70 },
  { prop: 'departName', width: 110 },
];
const FILTERS = ['at', 'username', 'status', 'event', 'host'];

const DETAIL: DetailSlots = {
  after: (row) => [timelineTab(loginLog.name, row)],
  details: (row) => <LogDetails entity={loginLog} row={row} />,
};
