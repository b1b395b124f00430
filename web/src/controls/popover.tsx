import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import './popover.css';

interface PopoverProps {
  readonly label: string;
  readonly face: ReactNode;
  readonly children: (close: () => void) => ReactNode;
  readonly className?: string;
  /** Width of the panel in px; by default as wide as its content. */
  readonly width?: number;
  readonly onOpen?: () => void;
  readonly menu?: boolean;
}

/** A button with a panel below it, right edges flush; Esc, a click outside and leaving it by Tab close it. */
export function Popover({ label, face, children, className, width, onOpen, menu }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    document.getElementById(`${id}-button`)?.focus();
  };
  useOutside(root, open, () => setOpen(false), close);
  const toggle = () => {
    if (!open) onOpen?.();
    setOpen(!open);
  };
  return (
    <div ref={root} className="popover" onKeyDown={(event) => onKey(event, open, close)}>
      <button
        id={`${id}-button`}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-haspopup={menu ? 'menu' : 'dialog'}
        aria-controls={open ? id : undefined}
        onClick={toggle}
      >
        {face}
      </button>
      {open && (
        <div
          id={id}
          className="popover-panel"
          role={menu ? 'menu' : 'dialog'}
          aria-label={label}
          style={width ? { width } : undefined}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** One entry of a menu inside a popover. */
export function MenuItem({
  icon,
  children,
  onClick,
  disabled,
  checked,
}: {
  icon?: ReactNode;
  children: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  checked?: boolean;
}) {
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      className="popover-item"
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  );
}

function useOutside(
  root: React.RefObject<HTMLDivElement | null>,
  open: boolean,
  close: () => void,
  onEscape: () => void,
) {
  useEffect(() => {
    if (!open) return undefined;
    // A button inside that goes while it works leaves the focus nowhere; Esc must still be heard then.
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && document.activeElement === document.body) onEscape();
    };
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', outside, true);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', escape);
    };
  });
}

function onKey(event: KeyboardEvent<HTMLElement>, open: boolean, close: () => void): void {
  if (!open) return;
  if (event.key === 'Escape') close();
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const items = [
    ...event.currentTarget.querySelectorAll<HTMLButtonElement>(
      '.popover-panel button:not(:disabled)',
    ),
  ];
  if (items.length === 0) return;
  event.preventDefault();
  const at = items.findIndex((item) => item === document.activeElement);
  const step = event.key === 'ArrowDown' ? 1 : -1;
  items[(at + step + items.length) % items.length]?.focus();
}
