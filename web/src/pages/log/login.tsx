import { loginLog } from '@millwright/contract/log/login';
import { useMemo } from 'react';
import EntityPage from '../../entity/entity-page.tsx';
import { LoginFigures } from '../../log/login-figures.tsx';
import { LogWindow, windowOf } from '../../log/log-window.tsx';
import '../../log/log.css';

/** Sign-ins and sign-outs; on top where and with which accounts they fail. */
export default function LoginLogPage() {
  const usual = useMemo(() => ({ filters: { at: windowOf(7) } }), []);
  return <EntityPage entity={loginLog.name} columns={COLUMNS} filters={FILTERS} usual={usual} figures={LoginFigures} toolbar={(list) => <LogWindow list={list} />} />;
}

const COLUMNS = ['at', 'username', 'event', 'status', 'responseInfo', 'host', 'location', 'browser', 'os', 'clientKind', 'departName'];
const FILTERS = ['at', 'username', 'status', 'event', 'host'];
