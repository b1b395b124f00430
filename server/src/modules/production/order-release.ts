import { line } from '@millwright/contract/base/line';
import { product } from '@millwright/contract/base/product';
import type { route } from '@millwright/contract/base/route';
import type { Row } from '@millwright/contract/kernel/entity';
import type { Text } from '@millwright/contract/kernel/text';
import { type order } from '@millwright/contract/production/order';
import { orderRefusals } from '@millwright/contract/production/order-refusals';
import { sql } from 'kysely';
import type { Answer, Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import { productText } from '../base/product-word.ts';
import { effectiveRoute } from '../base/route.ts';

/** What a released order keeps of its product: later changes of code or route do not reach it. */
export interface Snapshot {
  readonly materialCode: string;
  readonly routeId: string;
}

interface Step {
  procedureId: string;
  name: string;
  nameEn: string | null;
  isKey: boolean;
  hasItems: boolean;
  hasStation: boolean;
}

/**
 * Judges whether an order can be made and gives what it keeps: the product is enabled and has a route, each key
 * procedure of it has check items, each procedure a station on the order's lines (on any line when it names none).
 */
export async function snapshotFor(context: Context, row: Answer<typeof order>): Promise<Snapshot> {
  const made = await context.store(product).get(row.productId);
  const p = productText(made);
  if (made.status !== '1') throw refuse(orderRefusals['order.release.productDisabled'], { p });
  const version = await effectiveRoute(context, made.id);
  if (!version || version.steps.length === 0)
    throw refuse(orderRefusals['order.release.noRoute'], { p });
  const steps = await stepsOf(context, version, row);
  const unjudged = steps.find((step) => step.isKey && !step.hasItems);
  if (unjudged)
    throw refuse(orderRefusals['order.release.noCheckItem'], { p, q: nameOf(unjudged) });
  const homeless = steps.find((step) => !step.hasStation);
  if (homeless)
    throw refuse(orderRefusals['order.release.noStation'], {
      l: await linesNamed(context, row),
      q: nameOf(homeless),
    });
  return { materialCode: made.materialCode, routeId: version.id };
}

async function stepsOf(
  context: Context,
  version: Row<typeof route>,
  row: Answer<typeof order>,
): Promise<Step[]> {
  const lines = row.lineIds.length > 0 ? sql`and s.line_id = any(${row.lineIds}::bigint[])` : sql``;
  const found = await sql<Step>`
    select c.procedure_id as "procedureId", p.procedure_name as name, p.procedure_name_en as "nameEn", c.is_key or p.is_key as "isKey",
      cardinality(c.check_item_ids) > 0 or exists (
        select 1 from base_check_item i where i.site_id = p.site_id and i.procedure_id = p.id and i.status = '1'
          and (i.product_id is null or i.product_id = ${row.productId})) as "hasItems",
      exists (
        select 1 from base_station s join base_line l on l.id = s.line_id
        where s.process_name = p.id and s.status = '1' and l.status = '1' ${lines}) as "hasStation"
    from base_route_steps c join base_procedure p on p.id = c.procedure_id
    where c.parent_id = ${version.id} order by c.sequence, c.position`.execute(context.sql);
  return found.rows;
}

async function linesNamed(context: Context, row: Answer<typeof order>): Promise<Text> {
  if (row.lineIds.length === 0) return ANY_LINE;
  const found = await sql<{
    name: string;
  }>`select concat_ws(' ', code, name) as name from ${sql.table(line.table)}
    where id = any(${row.lineIds}::bigint[]) order by serial_number, id`.execute(context.sql);
  const names = found.rows.map(({ name }) => name);
  return { zh: names.join('、'), en: names.join(', ') };
}

function nameOf({ name, nameEn }: Step): Text {
  return { zh: name, en: nameEn ?? name };
}

const ANY_LINE: Text = { zh: '本厂区', en: 'of this site' };
