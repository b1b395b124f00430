import { expect, it } from 'vitest';
import { draftOf, withApplied, withAsked } from './filter-draft.ts';
import type { FilterDraft } from './filter-draft.ts';

const typed = (now: FilterDraft, keyword: string): FilterDraft => ({ ...now, draft: { keyword } });

it('keeps what is typed while a search takes effect', () => {
  const searched = typed(withAsked(typed(draftOf({}), 'A'), { keyword: 'A' }), 'B');
  const held = withApplied(searched, { keyword: 'A' });
  expect(held.draft).toEqual({ keyword: 'B' });
  expect(withApplied(held, { keyword: 'A' }).draft).toEqual({ keyword: 'B' });
});

it('keeps what is typed while two searches take effect one after the other, or the second alone', () => {
  const first = withAsked(draftOf({}), { keyword: 'A' });
  const both = typed(withAsked(typed(first, 'B'), { keyword: 'B' }), 'C');
  const inTurn = withApplied(withApplied(both, { keyword: 'A' }), { keyword: 'B' });
  const atOnce = withApplied(both, { keyword: 'B' });
  for (const now of [inTurn, atOnce])
    expect(now).toMatchObject({ draft: { keyword: 'C' }, asked: [] });
});

it('follows conditions that come from elsewhere', () => {
  const searched = withApplied(withAsked(draftOf({}), { keyword: 'A' }), { keyword: 'A' });
  const taken = withApplied(searched, {});
  expect(taken.draft).toEqual({});
  expect(withApplied(taken, { keyword: 'A' }).draft).toEqual({ keyword: 'A' });
});

it('empties the draft when what holds already is asked for again', () => {
  expect(withAsked(typed(draftOf({}), 'A'), {})).toMatchObject({ draft: {}, asked: [] });
});
