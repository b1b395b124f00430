import type { PointerEvent, ThHTMLAttributes } from 'react';

export interface SizedHeadProps extends ThHTMLAttributes<HTMLTableCellElement> {
  /** Width of the column in px. */
  readonly sized?: number;
  readonly onSize?: (width: number) => void;
}

/** The head of a column, whose right edge can be drawn to another width (60–600 px). */
export function SizedHead({ sized, onSize, children, ...rest }: SizedHeadProps) {
  if (sized === undefined || !onSize) return <th {...rest}>{children}</th>;
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    const handle = event.currentTarget;
    const from = event.clientX;
    // The column may be drawn wider than it was asked for, when the table has room to spare.
    const began = handle.parentElement?.offsetWidth ?? sized;
    handle.setPointerCapture(event.pointerId);
    const drop = (up: globalThis.PointerEvent) => {
      const width = Math.round(Math.min(600, Math.max(60, began + up.clientX - from)));
      if (Math.abs(width - began) > 3) onSize(width);
    };
    handle.addEventListener('pointerup', drop, { once: true });
  };
  return (
    <th {...rest}>
      {children}
      <span
        className="head-handle"
        aria-hidden="true"
        onPointerDown={drag}
        onClick={(event) => event.stopPropagation()}
      />
    </th>
  );
}
