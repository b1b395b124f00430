import { type RawBuilder, sql } from 'kysely';

/** What is made where: expressions of a statement. */
interface Made {
  readonly stationId: RawBuilder<unknown>;
  readonly orderId: RawBuilder<unknown>;
  readonly productId: RawBuilder<unknown>;
}

/**
 * Standard beat by the route that the order was released with, else by the product's route in effect: that of the step of
 * the station's procedure. It holds for machines that have none of their own.
 */
export function routeBeat({ stationId, orderId, productId }: Made): RawBuilder<unknown> {
  return sql`(
    select coalesce(step.standard_beat, procedure.standard_beat) from base_route_steps step
    join base_station place on place.id = ${stationId} and place.process_name = step.procedure_id
    join base_procedure procedure on procedure.id = step.procedure_id
    where step.parent_id = coalesce((select released.route_id from production_order released where released.id = ${orderId}),
      (select effective.id from base_route effective where effective.product_id = ${productId} and effective.state = 'effective'
        order by effective.version desc limit 1))
    order by step.sequence, step.position limit 1)`;
}
