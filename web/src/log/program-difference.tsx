import { t } from '../kernel/language.tsx';
import { logText as text } from '../locales/logs.ts';
import { lineDifference } from './line-difference.ts';

/** What was sent beside what the control holds, line by line. */
export function ProgramDifference({ sent, held }: { sent: unknown; held: unknown }) {
  if (typeof sent !== 'string' || typeof held !== 'string') return null;
  const lines = lineDifference(linesOf(sent), linesOf(held));
  return (
    <section>
      <h3>{t(text.difference)}</h3>
      {lines.every(({ kind }) => kind === 'both') && <p className="log-hint">{t(text.sameText)}</p>}
      <table className="difference">
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.kind}${line.number}`} className={`is-${line.kind}`}>
              <th scope="row" className="num">
                {line.number}
              </th>
              <td className="difference-side">
                {line.kind === 'first'
                  ? `− ${t(text.sentLine)}`
                  : line.kind === 'second'
                    ? `+ ${t(text.heldLine)}`
                    : ''}
              </td>
              <td>
                <code>{line.text}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Line breaks are kept escaped in the log. */
function linesOf(kept: string): string {
  return kept.replaceAll('\\u000d', '').replaceAll('\\u000a', '\n');
}
