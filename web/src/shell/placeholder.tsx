import { say } from '../kernel/language.tsx';
import { shellText } from '../locales/shell.ts';

/** Stands where a menu entry names a page that this build does not hold. */
export function Placeholder({ name }: { name: string }) {
  return <div className="notice-page">{say(shellText.unpublished, { name })}</div>;
}
