import { callsOf } from '@millwright/contract/kernel/calls';
import { entities } from '@millwright/contract/registry';
import fc from 'fast-check';
import { arbitraryFor, ODD_TEXTS } from './arbitrary.testing.ts';
import { writableFields } from './drafts.testing.ts';
import type { Route } from './http/route.ts';

/** A call as somebody might send it who means harm. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body: unknown;
}

const oddText = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('x'.repeat(5000), '\u0000', '%00'),
);
const oddId = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '1',
      '2',
      '7',
      '0',
      '-1',
      '1.5',
      '999999999999999999',
      '99999999999999999999',
      '1,2',
      ',',
      '1e3',
    ),
  },
  oddText,
);
const oddNumber = fc.constantFrom(
  '0',
  '-1',
  '1',
  '20',
  '200',
  '201',
  '1e9',
  '99999999999',
  'NaN',
  '',
  'abc',
);

/** Calls of a route: odd ids in the path, odd filters, bodies near a valid draft and far from one. */
/** Calls to a route whose path, query and body are odd. */
export function callArbitrary(route: Route): fc.Arbitrary<Call> {
  const url = fc
    .tuple(pathArbitrary(route.path), queryArbitrary(route))
    .map(([path, query]) => (query === '' ? path : `${path}?${query}`));
  const body = route.method === 'GET' ? fc.constant(undefined) : bodyArbitrary(route);
  return fc.record({ method: fc.constant(route.method), url, body });
}

function pathArbitrary(path: string): fc.Arbitrary<string> {
  const parts = path
    .split('/')
    .map((part) => (part.startsWith(':') ? oddId.map(encoded) : fc.constant(part)));
  return fc.tuple(...parts).map((chosen) => chosen.join('/'));
}

function queryArbitrary(route: Route): fc.Arbitrary<string> {
  const entity = entities.find((candidate) => route.path.startsWith(callsOf(candidate).list.path));
  const names = entity ? Object.keys(entity.fields) : [];
  const field = fc.constantFrom(
    ...names,
    'keyword',
    'ids',
    'siteId',
    'createBy',
    'beginTime',
    'endTime',
    '__proto__',
    'toString',
    'nope',
  );
  const pair = fc.oneof(
    fc.tuple(field, oddText).map(([name, text]) => `params[${name}]=${encoded(text)}`),
    fc
      .tuple(field, oddText, oddText)
      .map(
        ([name, begin, end]) =>
          `params[${name}][begin]=${encoded(begin)}&params[${name}][end]=${encoded(end)}`,
      ),
    fc
      .tuple(fc.constantFrom('page', 'limit'), oddNumber)
      .map(([name, number]) => `${name}=${number}`),
    fc
      .tuple(field, fc.constantFrom('ASC', 'DESC', 'x'))
      .map(([name, order]) => `sort=${name}&order=${order}`),
    fc
      .tuple(
        fc.constantFrom(
          'type',
          'keyword',
          'userId',
          'departId',
          'dictId',
          'format',
          'columns',
          'code',
          'params',
          'a[b][c][d][e]',
        ),
        oddText,
      )
      .map(([name, text]) => `${name}=${encoded(text)}`),
  );
  return fc.array(pair, { maxLength: 4 }).map((pairs) => pairs.join('&'));
}

function bodyArbitrary(route: Route): fc.Arbitrary<unknown> {
  const entity = entities.find((candidate) => route.path.startsWith(candidate.path));
  const far = fc
    .oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.dictionary(
        fc.constantFrom(
          'id',
          'ids',
          'status',
          'roleId',
          'userIds',
          'siteId',
          'value',
          'username',
          '__proto__',
        ),
        fc.oneof(oddText, fc.jsonValue({ maxDepth: 1 })),
      ),
    )
    .map((value) => (value === null || typeof value !== 'object' ? { value } : value));
  if (!entity) return far;
  const near = fc.record(
    Object.fromEntries(
      Object.entries(writableFields(entity)).map(([name, field]) => [
        name,
        fc.oneof(
          { weight: 3, arbitrary: arbitraryFor(field, () => ['1', '2']) },
          oddText,
          fc.jsonValue({ maxDepth: 2 }),
        ),
      ]),
    ),
    { requiredKeys: [] },
  );
  const system = fc.record(
    {
      id: oddId,
      revision: fc.oneof(fc.integer(), oddText),
      ids: fc.array(oddId, { maxLength: 3 }),
      reason: oddText,
      siteId: oddId,
    },
    { requiredKeys: [] },
  );
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(near, system).map(([draft, more]) => Object.assign(draft, more)),
    },
    far,
  );
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
