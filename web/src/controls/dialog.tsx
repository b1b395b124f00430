import { Modal } from 'antd';
import type { ModalProps } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { firstFieldOf } from '../kernel/first-field.ts';
import { useFocusBack } from '../kernel/focus-back.ts';

/**
 * A dialog that begins with what it asks for first: its first field, else the first button in its body, else the
 * first button below it, which does nothing. A field that comes later is given the focus once it stands.
 */
export function Dialog({ children, afterOpenChange, ...rest }: ModalProps) {
  const body = useRef<HTMLDivElement>(null);
  const given = useRef<HTMLElement>(null);
  const [isShown, setShown] = useState(false);
  useFocusBack(rest.open || isShown);
  useEffect(() => {
    if (isShown && body.current) beginIn(body.current, given);
  });
  return (
    <Modal
      {...rest}
      afterOpenChange={(open) => {
        given.current = null;
        setShown(open);
        afterOpenChange?.(open);
      }}
    >
      <div ref={body} className="dialog-body">
        {children}
      </div>
    </Modal>
  );
}

function beginIn(body: HTMLElement, given: { current: HTMLElement | null }): void {
  const now = document.activeElement;
  const isMoved = given.current !== null && given.current !== now && now !== document.body;
  if (isMoved) return;
  // Whoever is in it already, perhaps before it stood still, is left there and wherever he goes next.
  if (now instanceof HTMLElement && body.contains(now)) {
    given.current = now;
    return;
  }
  const first =
    firstFieldOf(body) ??
    body.querySelector<HTMLElement>('button:not([disabled])') ??
    body.closest('[role="dialog"]')?.querySelector<HTMLElement>('.ant-modal-footer button');
  given.current = first ?? null;
  first?.focus();
}
