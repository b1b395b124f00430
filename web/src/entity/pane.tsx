import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { firstFieldOf } from '../kernel/first-field.ts';
import { useFocusBack } from '../kernel/focus-back.ts';
import { isForPopup } from './open-popup.ts';
import './pane.css';

interface PaneProps {
  readonly title: ReactNode;
  /** Buttons beside the title, before the one that closes. */
  readonly tools?: ReactNode;
  readonly under?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
  /** Covers the page: forms with many fields. */
  readonly wide?: boolean;
  /** Takes the focus when it opens (forms). */
  readonly takesFocus?: boolean;
  readonly onClose: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The right part of a page, over the list and without a mask: details and forms. Esc closes it. */
export function Pane({
  title,
  tools,
  under,
  footer,
  children,
  wide,
  takesFocus,
  onClose,
  onKeyDown,
}: PaneProps) {
  const id = useId();
  const root = useRef<HTMLElement>(null);
  useFocusBack();
  useFocus(root, takesFocus ?? false);
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    onKeyDown?.(event);
    if (event.key !== 'Escape' || event.defaultPrevented || isForPopup()) return;
    event.stopPropagation();
    // Else the browser would close the question that this may open with the same key.
    event.preventDefault();
    onClose();
  };
  return (
    <section
      ref={root}
      className={`pane${wide ? ' is-wide' : ''}`}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={keys}
    >
      <header className="pane-head">
        <h2 id={id}>{title}</h2>
        {tools}
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t(entityText.closePane)}
          title={t(entityText.closePane)}
          onClick={onClose}
        />
      </header>
      {under}
      <div className="pane-body">{children}</div>
      {footer && <footer className="pane-foot">{footer}</footer>}
    </section>
  );
}

function useFocus(root: React.RefObject<HTMLElement | null>, takes: boolean): void {
  useEffect(() => {
    if (!takes) return;
    const body = root.current?.querySelector('.pane-body');
    const first = firstFieldOf(body) ?? body?.querySelector<HTMLElement>('button:not([disabled])');
    (first ?? root.current)?.focus({ preventScroll: true });
  }, [root, takes]);
}
