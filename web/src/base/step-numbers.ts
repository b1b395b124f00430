/** A step of a route in a form; a new one has 0. */
export interface NumberedStep {
  readonly sequence: number;
}

/** Steps with numbers that rise with their rows: those that do already stay, others become 10, 20, 30 … */
export function numbered<S extends NumberedStep>(steps: readonly S[]): S[] {
  const rises = steps.every(({ sequence }, index) => sequence > (steps[index - 1]?.sequence ?? 0));
  return rises
    ? [...steps]
    : steps.map((step, index) => Object.assign({}, step, { sequence: (index + 1) * 10 }));
}
