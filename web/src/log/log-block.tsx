import type { Text } from '@millwright/contract/kernel/text';
import { CopyButton } from '../controls/copy-button.tsx';
import { say, t } from '../kernel/language.tsx';
import { logText as text } from '../locales/logs.ts';
import { prettyJson } from './pretty-json.ts';

/** A long text of a log row under its heading, JSON with its lines apart, with a button that copies it. */
export function LogBlock({ title, value }: { title: Text; value: unknown }) {
  const written = prettyJson(value);
  if (written === '') return null;
  return (
    <section>
      <h3>
        {t(title)} <CopyButton text={written} label={say(text.copyNamed, { name: title })} />
      </h3>
      <pre className="log-block" tabIndex={0}>
        {written}
      </pre>
    </section>
  );
}
