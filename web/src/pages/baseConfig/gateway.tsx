import { gateway } from '@millwright/contract/base/gateway';
import { useState } from 'react';
import { GatewayMapping } from '../../device/gateway-mapping.tsx';
import { GatewaySecret, type NewSecret } from '../../device/gateway-secret.tsx';
import { GatewayTraffic } from '../../device/gateway-traffic.tsx';
import type { DetailSlots } from '../../entity/entity-drawer.tsx';
import EntityPage from '../../entity/entity-page.tsx';
import type { EntityRow } from '../../entity/entity-row.ts';
import { useAct } from '../../entity/use-act.ts';
import { ask } from '../../kernel/confirm.ts';
import { say, t } from '../../kernel/language.tsx';
import { entityText } from '../../locales/entity.ts';
import { gatewayText as text } from '../../locales/gateway.ts';
import '../../device/gateway.css';

/** Gateways: who speaks for machines, when last, what was refused, what its data items mean. */
export default function GatewayPage() {
  const acts = useAct(gateway);
  const [made, setMade] = useState<NewSecret>();
  const renew = async (row: EntityRow) => {
    const name = String(row['name']);
    const { label, confirm } = gateway.actions.renew;
    const question = {
      title: t(label),
      text: say(confirm, { name }),
      confirm: t(label),
      cancel: t(entityText.cancel),
    };
    if (!(await ask({ ...question, danger: true }))) return;
    const renewed = await acts.act(row, 'renew');
    setMade({ name, clientId: String(renewed['clientId']), secret: String(renewed['secret']) });
  };
  return (
    <>
      <EntityPage
        entity={gateway.name}
        columns={COLUMNS}
        actions={ACTIONS}
        detail={DETAIL}
        onAct={(name, [row]) => (name === 'renew' && row ? renew(row) : false)}
      />
      {made && <GatewaySecret made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

const COLUMNS = [
  'code',
  'name',
  'protocol',
  'connection',
  'lastHeardTime',
  'clockDrift',
  'status',
  'departName',
];

/** The sign-in at a source stands beside its mapping, where the protocol has one. */
const ACTIONS = ['add', 'edit', 'remove', 'renew'];

const DETAIL: DetailSlots = {
  tabs: (row) => [
    { key: 'traffic', label: t(text.traffic), content: <GatewayTraffic key={row.id} row={row} /> },
    { key: 'mapping', label: t(text.mapping), content: <GatewayMapping key={row.id} row={row} /> },
  ],
};
