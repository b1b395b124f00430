import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { call, make, rowsOf } from './person.ts';
import type { Credentials } from './person.ts';

export interface Order {
  readonly id: string;
  readonly orderCode: string;
  readonly orderName: string;
  readonly quantity: number;
  readonly revision: number;
  readonly state: string;
}

/** A draft of one's own, for the product of an order that is already running, so that it can be released. */
export async function makeDraft(
  request: APIRequestContext,
  planner: Credentials,
  name: string,
  change: Record<string, unknown> = {},
): Promise<Order> {
  const [model] = await rowsOf<Record<string, unknown>>(
    request,
    planner,
    '/api/production/orders?limit=1&params[state]=running',
  );
  expect(model).toBeDefined();
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const draft = {
    orderName: name,
    orderType: 'mass',
    productId: model?.['productId'],
    quantity: 10,
    priority: '3',
    lineIds: model?.['lineIds'],
    planStartTime: new Date().toISOString(),
    planEndTime: day,
    dueDate: day.slice(0, 10),
    ...change,
  };
  return make<Order>(request, planner, '/api/production/orders', draft);
}

/** A released order of one's own, which no journey beside this one changes. */
export async function makeReleased(
  request: APIRequestContext,
  planner: Credentials,
  name: string,
  change: Record<string, unknown> = {},
): Promise<Order> {
  return act(request, planner, await makeDraft(request, planner, name, change), 'release');
}

/** A running order of the demo by its name: only machines start orders, so each journey takes another one. */
export async function runningNamed(
  request: APIRequestContext,
  planner: Credentials,
  name: string,
): Promise<Order> {
  const [found] = await rowsOf<Order>(
    request,
    planner,
    `/api/production/orders?limit=1&params[state]=running&params[orderName]=${encodeURIComponent(name)}`,
  );
  if (!found) throw new Error(`No order named ${name} is running.`);
  return found;
}

/** Moves an order on by one of its actions. */
export async function act(
  request: APIRequestContext,
  planner: Credentials,
  { id, revision }: Order,
  action: string,
): Promise<Order> {
  const path = `/api/production/orders/${id}/actions/${action}`;
  const done = await call<Order>(request, planner, 'POST', path, { revision });
  expect(done, done.msg).toMatchObject({ code: 0 });
  return done.data;
}
