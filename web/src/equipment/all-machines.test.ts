import { expect, it } from 'vitest';
import { allPages, MOST_ROWS } from './all-machines.ts';

const machines = (count: number, first = 0) =>
  Array.from({ length: count }, (_, place) => ({ id: String(first + place) }));

function listOf(all: readonly { id: string }[]) {
  const asked: number[] = [];
  const pageOf = async (page: number) => {
    asked.push(page);
    const list = all.slice((page - 1) * MOST_ROWS, page * MOST_ROWS);
    return { list, total: all.length, page, limit: MOST_ROWS };
  };
  return { asked, pageOf };
}

it('asks for every page of the machines, and for no more', async () => {
  for (const [count, pages] of [
    [0, [1]],
    [200, [1]],
    [201, [1, 2]],
    [450, [1, 2, 3]],
  ] as const) {
    const { asked, pageOf } = listOf(machines(count));
    expect(await allPages(pageOf)).toEqual(machines(count));
    expect(asked).toEqual(pages);
  }
});

it('shows a machine once that moved to the next page in between', async () => {
  const { pageOf } = listOf(machines(201));
  const rows = await allPages(async (page) => {
    const answer = await pageOf(page);
    return page === 2 ? { ...answer, list: machines(2, 199) } : answer;
  });
  expect(rows).toEqual(machines(201));
});
