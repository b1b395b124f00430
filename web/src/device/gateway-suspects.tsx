import { messageTypes } from '@millwright/contract/device/message';
import type { SuspectMessage } from '@millwright/contract/device/traffic';
import { communicationLog } from '@millwright/contract/log/communication';
import { tagFor } from '@millwright/contract/registry';
import { Link } from 'react-router';
import { t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { gatewayText as text } from '../locales/gateway.ts';
import { ClockOff } from '../log/clock-off.tsx';
import '../log/log.css';

/** Messages whose time could not be, with how far their clock was off; each leads to its row of the communication log. */
export function GatewaySuspects({ suspect }: { suspect: readonly SuspectMessage[] }) {
  if (suspect.length === 0) return <p className="pane-empty">{t(text.noSuspect)}</p>;
  const mayOpen = hasPermission([tagFor(communicationLog, 'list')]);
  return (
    <>
      <p className="gateway-hint">{t(text.suspectHint)}</p>
      <ul className="gateway-suspect">
        {suspect.map(({ id, at, deviceNumber, messageId, type, clockOff }) => (
          <li key={id}>
            <span className="num">{wallOf(at)}</span> {deviceNumber} {t(messageTypes[type])}{' '}
            <ClockOff seconds={clockOff} />{' '}
            {mayOpen ? (
              <Link to={`/log/communication?messageId=${encodeURIComponent(messageId)}`}>
                {messageId}
              </Link>
            ) : (
              messageId
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
