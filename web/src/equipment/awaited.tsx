import type { Text } from '@millwright/contract/kernel/text';
import { t } from '../kernel/language.tsx';
import './state-overlay.css';

/** In the place of figures that nobody has recorded: what is missing, and what stands here once it is. */
export function Awaited({ missing, will }: { missing: Text; will: Text }) {
  return (
    <p className="eq-await">
      <b>{t(missing)}</b>
      {t(will)}
    </p>
  );
}
