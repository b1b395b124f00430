/** A line of two texts beside each other: in both, in the first only, in the second only. */
export interface DifferenceLine {
  readonly kind: 'both' | 'first' | 'second';
  readonly text: string;
  readonly number: number;
}

/** The shortest way from the lines of one text to those of the other; texts of a few thousand lines at most. */
export function lineDifference(first: string, second: string): DifferenceLine[] {
  const [one, other] = [first.split('\n'), second.split('\n')];
  const common = longestCommon(one, other);
  const lines: DifferenceLine[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    const here = common[i]?.[j] ?? 0;
    if (i < one.length && j < other.length && one[i] === other[j]) {
      lines.push({ kind: 'both', text: one[i] ?? '', number: i + 1 });
      i += 1;
      j += 1;
    } else if (i < one.length && (j >= other.length || (common[i + 1]?.[j] ?? 0) >= here)) {
      lines.push({ kind: 'first', text: one[i] ?? '', number: i + 1 });
      i += 1;
    } else {
      lines.push({ kind: 'second', text: other[j] ?? '', number: j + 1 });
      j += 1;
    }
  }
  return lines;
}

/** How many lines are common from each pair of places on. */
function longestCommon(one: readonly string[], other: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      const next = table[i + 1];
      if (!row || !next) continue;
      row[j] =
        one[i] === other[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  return table;
}
