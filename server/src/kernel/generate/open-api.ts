import { schemaOf } from '@millwright/contract/kernel/check';
import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { entities } from '@millwright/contract/registry';
import { z } from 'zod';
import type { Route } from '../http/route.ts';

type Schema = Record<string, unknown>;

/** The API description (OpenAPI 3.1) of all routes; bodies of entities come from the schemas that judge them. */
export function openApi(routes: readonly Route[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const route of [...routes].sort((a, b) =>
    a.path < b.path ? -1 : a.path > b.path ? 1 : 0,
  )) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '厂务通 Millwright',
      version: '0.1.0',
      description: 'Every JSON answer is { code, msg, data }; code 0 is success.',
    },
    components: { schemas: entitySchemas(), securitySchemes: SECURITY },
    paths,
  };
}

const SECURITY = Object.fromEntries(
  ['jwt_token', 'sub', 'code'].map((name) => [name, { type: 'apiKey', in: 'header', name }]),
);

function operation(route: Route): Schema {
  const places = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const body = route.describe?.body ?? bodyOf(route);
  return {
    tags: [route.module?.en ?? route.path.split('/')[2] ?? 'other'],
    summary: summaryOf(route),
    ...(route.tag === 'public'
      ? { security: [] }
      : { security: [{ jwt_token: [], sub: [], code: [] }], 'x-permission': route.tag }),
    ...(places.length === 0 ? {} : { parameters: places }),
    ...(body === undefined
      ? {}
      : { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: {
      200: { description: 'Envelope', content: { 'application/json': { schema: ENVELOPE } } },
    },
  };
}

const ENVELOPE = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: {} },
};

function summaryOf(route: Route): string {
  const { summary } = route.describe ?? {};
  if (summary) return `${summary.zh} / ${summary.en}`;
  return route.module
    ? `${route.module.zh} / ${route.module.en}: ${route.tag.split(':').at(-1)}`
    : route.path;
}

function bodyOf(route: Route): Schema | undefined {
  for (const entity of entities) {
    const calls = callsOf(entity);
    if (same(route, calls.create)) return { $ref: `#/components/schemas/${nameOf(entity)}` };
    if (same(route, calls.update)) return { $ref: `#/components/schemas/${nameOf(entity)}Change` };
  }
  return undefined;
}

function same(route: Route, call: { method: string; path: string }): boolean {
  return route.method === call.method && route.path === call.path;
}

function entitySchemas(): Record<string, Schema> {
  return Object.fromEntries(
    entities
      .filter(({ scope }) => scope !== 'log')
      .flatMap((entity) => [
        [nameOf(entity), jsonSchema(entity, 'create')],
        [`${nameOf(entity)}Change`, jsonSchema(entity, 'update')],
      ]),
  );
}

function nameOf(entity: AnyEntity): string {
  return entity.name.replace(/(^|\/)(\w)/g, (_all, _slash, letter: string) => letter.toUpperCase());
}

function jsonSchema(entity: AnyEntity, mode: 'create' | 'update'): Schema {
  const schema = z.toJSONSchema(schemaOf(entity, mode), {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;
  const { $schema: _dialect, ...rest } = schema;
  return { title: `${entity.label.zh} / ${entity.label.en}`, ...rest };
}
