// The yardstick: Fastify and pg with hand-written statements and nothing else. It knows no sessions, no rights,
// no sites, no languages and no log; it runs as the owner, so that no policy is in its way.
// oxlint-disable oxc/no-async-endpoint-handlers -- Fastify takes promises; the rule means Express
import Fastify from 'fastify';
import pg from 'pg';

const site = process.argv[2] ?? '0';
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const yardstick = Fastify();

const ORDERS = `id, site_id as "siteId", order_code as "orderCode", order_name as "orderName", customer,
  order_type as "orderType", product_id as "productId", material_code as "materialCode", quantity, priority,
  line_ids as "lineIds", plan_start_time as "planStartTime", plan_end_time as "planEndTime", due_date as "dueDate",
  actual_start_time as "actualStartTime", actual_end_time as "actualEndTime", state, planned_qty as "plannedQty",
  output_qty as "outputQty", good_qty as "goodQty", ng_qty as "ngQty", scrap_qty as "scrapQty", wip_qty as "wipQty",
  packed_qty as "packedQty", shipped_qty as "shippedQty", progress, forecast_time as "forecastTime", risk, source,
  create_time as "createTime", revision`;

/** Twenty orders of a state by due date, with the names of their products and lines and the exact total. */
yardstick.get('/orders', async (request) => {
  const { state } = request.query as { state: string };
  const [counted, found] = await Promise.all([
    pool.query(
      'select count(*) as total from production_order where site_id = $1 and state = any($2)',
      [site, [state]],
    ),
    pool.query(
      `select ${ORDERS},
         (select concat_ws(' ', p.material_code, p.product_name) from base_product p where p.id = t.product_id) as product,
         (select array_agg(l.name) from base_line l where l.id = any(t.line_ids)) as lines
       from production_order t where site_id = $1 and state = any($2) order by due_date, id limit 20`,
      [site, [state]],
    ),
  ]);
  return envelope({ list: found.rows, total: Number(counted.rows[0].total), page: 1, limit: 20 });
});

/** Twenty log rows after a place in the order, with a count that somebody else keeps. */
yardstick.get('/logs', async (request) => {
  const { at, id } = request.query as { at: string; id: string };
  const found = await pool.query(
    `select id, site_id as "siteId", at, module, business_type as "businessType", status,
       request_method as "requestMethod", url, cost_time as "costTime", operator, depart_name as "departName",
       host, location
     from log_operate where site_id = $1 and status = '0' and (at, id) < ($2, $3)
     order by at desc, id desc limit 20`,
    [site, at, id],
  );
  return envelope({ list: found.rows, total: 980_000 });
});

/** One row, on disk when answered. */
yardstick.post('/procedures', async (request) => {
  const row = request.body as Record<string, unknown>;
  const made = await pool.query(
    `insert into base_procedure (site_id, procedure_code, procedure_name, procedure_type, sequence, status)
     values ($1, $2, $3, $4, $5, '1') returning *`,
    [site, row.procedureCode, row.procedureName, row.procedureType, row.sequence],
  );
  return envelope(made.rows[0]);
});

await yardstick.listen({ port: 0, host: '127.0.0.1' });
const address = yardstick.server.address();
process.stdout.write(
  `Ready: http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/\n`,
);

function envelope(data: unknown): object {
  return { code: 0, msg: 'ok', data };
}
