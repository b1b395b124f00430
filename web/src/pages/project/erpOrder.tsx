import { erpOrder } from '@millwright/contract/project/erp-order';
import EntityPage from '../../entity/entity-page.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';

/** Orders of the ERP system that projects begin with. */
export default function ErpOrderPage() {
  return <EntityPage entity={erpOrder.name} columns={isCompanyWide() ? ofAllSites : ofOneSite} />;
}

const ofOneSite = [
  'orderCode',
  'orderName',
  'shortName',
  'anotherName',
  'customerName',
  'machine',
  'machineQty',
  'contractDate',
  'deliveryDate',
  'status',
];

/** Whose order it is takes the room of the alias, and the customer's short name stands for the full one. */
const ofAllSites = ofOneSite.filter((prop) => prop !== 'anotherName' && prop !== 'customerName');
