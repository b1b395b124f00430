import { site } from '@millwright/contract/base/site';
import { EntityForm } from '../entity/entity-form.tsx';
import type { PageFormProps } from '../entity/entity-page.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import type { Values } from '../entity/form-draft.ts';

/** The form of a company, site or department: what the others have does not stand in it. */
export function SiteForm({ row, above, onClose }: PageFormProps & { above?: EntityRow }) {
  return (
    <EntityForm
      entity={site}
      row={row}
      {...(above
        ? { initial: startBelow(above), names: { parentId: String(above['departName']) } }
        : {})}
      shows={shows}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}

/** Below the company stand sites, below sites and departments stand departments. */
function startBelow(above: EntityRow): Values {
  return {
    parentId: above.id,
    departType: above['departType'] === 'company' ? 'site' : 'department',
    timeZone: above['timeZone'],
  };
}

const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  shortCode: ['site'],
  dayStart: ['site'],
  timeZone: ['company', 'site'],
  dept: ['department'],
  parentId: ['site', 'department'],
};

function shows(name: string, values: Values): boolean {
  return OF_TYPE[name]?.includes(String(values['departType'])) ?? true;
}
