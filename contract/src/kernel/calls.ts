import type { AnyEntity } from './entity.ts';

/** The operations that every entity can have; which ones it has, its page's tags say. */
export type Operation = 'list' | 'query' | 'add' | 'edit' | 'remove' | 'export' | 'import';

/** One HTTP call: method and path with `:places`. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}

/** The calls of an entity's standard set; paths that the specification fixes replace the usual ones. */
export function callsOf(entity: AnyEntity) {
  const { path, calls } = entity;
  return {
    list: get(calls?.list ?? path),
    get: get(calls?.get ?? `${path}/:id`),
    figures: get(`${path}/figures`),
    create: { method: 'POST', path: calls?.create ?? path },
    update: { method: 'PUT', path: calls?.update ?? `${path}/:id` },
    remove: { method: 'DELETE', path: calls?.remove ?? `${path}/:ids` },
    export: get(`${path}/export`),
    importTemplate: get(`${path}/import/template`),
    importRead: { method: 'POST', path: `${path}/import/read` },
    import: { method: 'POST', path: `${path}/import` },
    history: get(`${path}/:id/history`),
    act: { method: 'POST', path: `${path}/:id/actions/:action` },
    batch: { method: 'POST', path: `${path}/actions/:action` },
  } as const satisfies Record<string, Call>;
}

/** Fills the places of a path: `fillPath('/a/:id', { id: '7' })` → `/a/7`. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_place, name: string) => encodeURIComponent(values[name] ?? ''));
}

function get(path: string) {
  return { method: 'GET', path } as const;
}
