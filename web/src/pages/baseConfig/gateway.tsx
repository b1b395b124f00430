import EntityPage, { type EntityPageProps } from '../../entity/entity-page.tsx';

/** Gateways: who speaks for machines, when last, how far off its clock. */
export default function GatewayPage() {
  return <EntityPage {...page} />;
}

const page: EntityPageProps = {
  entity: 'base/gateway',
  columns: [
    'code',
    'name',
    'protocol',
    'connection',
    'lastHeardTime',
    'clockDrift',
    'clientId',
    'status',
  ],
  usual: { sort: 'code', order: 'ASC' },
};
