import { KEPT_PROGRAM, dncLog } from '@millwright/contract/log/dnc';
import { t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { logText as text } from '../locales/logs.ts';
import { lineDifference } from './line-difference.ts';
import './program-difference.css';

interface Programs {
  readonly sent: unknown;
  readonly held: unknown;
  /** What the comparison of the whole programs said. */
  readonly match: unknown;
}

/** What was sent beside what the control holds, line by line; the log keeps the beginning of long programs. */
export function ProgramDifference({ sent, held, match }: Programs) {
  if (typeof sent !== 'string' || typeof held !== 'string') return null;
  const lines = lineDifference(linesOf(sent), linesOf(held));
  return (
    <section>
      <h3>{t(text.difference)}</h3>
      <Verdict
        isCut={isCut(sent) || isCut(held)}
        isSame={lines.every(({ kind }) => kind === 'both')}
        match={match}
      />
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

function Verdict({ isCut, isSame, match }: { isCut: boolean; isSame: boolean; match: unknown }) {
  if (!isCut) return isSame ? <p className="log-hint">{t(text.sameText)}</p> : null;
  const { matchResult } = dncLog.fields;
  const { Cell } = viewOf(matchResult);
  return (
    <p className="log-hint">
      {t(isSame ? text.sameBeginning : text.onlyBeginning)} {t(text.wholePrograms)}{' '}
      <Cell field={matchResult} value={match} />
    </p>
  );
}

/** A text that was cut ends in dots and is as long as one can be, but for half a character. */
function isCut(kept: string): boolean {
  return kept.endsWith('…') && kept.length >= KEPT_PROGRAM - 1;
}

/** Line breaks are kept escaped in the log. */
function linesOf(kept: string): string {
  return kept.replaceAll('\\u000d', '').replaceAll('\\u000a', '\n');
}
