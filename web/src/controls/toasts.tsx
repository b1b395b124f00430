import { t } from '../kernel/language.tsx';
import { useStore } from '../kernel/store.ts';
import { dropToast, toasts } from '../kernel/toast.ts';
import type { ToastKind } from '../kernel/toast.ts';
import { kernelText } from '../locales/kernel.ts';

/** The messages at the top of the window. */
export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div className="toasts" aria-live="polite">
      {shown.map((toast) => (
        <div key={toast.id} className="toast" role={toast.kind === 'error' ? 'alert' : 'status'}>
          <ToastSign kind={toast.kind} />
          <div>
            {toast.lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </div>
          <button
            type="button"
            aria-label={t(kernelText.close)}
            onClick={() => dropToast(toast.id)}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  );
}

const SIGNS: Record<ToastKind, { colour: string; path: string }> = {
  error: { colour: 'var(--bad-fill)', path: 'M4.5 4.5l5 5m0-5l-5 5' },
  success: { colour: 'var(--ok-fill)', path: 'M3.8 7.2l2.3 2.3 4.2-4.6' },
  info: { colour: 'var(--info-fill)', path: 'M7 6.4v4M7 3.6v1' },
};

function ToastSign({ kind }: { kind: ToastKind }) {
  const { colour, path } = SIGNS[kind];
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true" fill={colour}>
      {kind === 'error' ? <rect width="14" height="14" rx="2" /> : <circle cx="7" cy="7" r="7" />}
      <path d={path} fill="none" stroke="var(--on-series)" strokeWidth="1.6" />
    </svg>
  );
}
