import { route } from '@millwright/contract/base/route';
import { moduleSheets } from '@millwright/contract/further-sheets';
import type { RowsField } from '@millwright/contract/kinds/rows';
import { rows } from '@millwright/contract/kinds/rows';
import { sql } from 'kysely';
import type { FurtherSheet } from '../../kernel/sheet-routes/further-sheet.ts';
import { addVersion } from './route.ts';

const label = moduleSheets['base/product'].route;

/**
 * The steps of the routes of products: those of the effective version, or of the draft where none is. What differs
 * becomes a new draft version.
 */
export const routeSheet: FurtherSheet = {
  name: 'route',
  label,
  field: rows(label.zh, label.en, route.fields.steps.columns, { max: 60 }) as unknown as RowsField,
  key: ['sequence'],
  source: sql`(select s.id, r.product_id as parent_id, s.site_id, s.position, s.sequence, s.procedure_id, s.station_group,
      s.standard_beat, s.is_key, s.need_report, s.check_item_ids
    from base_route_steps s join base_route r on r.id = s.parent_id
    where r.id = (select o.id from base_route o where o.product_id = r.product_id and o.state in ('effective', 'draft')
      order by o.state = 'effective' desc, o.version desc limit 1))`,
  isWhole: true,
  async write(context, productId, steps) {
    await addVersion(context, productId, steps);
  },
};
