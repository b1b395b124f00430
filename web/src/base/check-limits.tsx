import { InputNumber, Select } from 'antd';
import { useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { say, t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { checkItemText as text } from '../locales/check-item.ts';
import { markText } from '../locales/marks.ts';
import { signed, judge, judgementWords, limitWords } from './limit-words.ts';
import { trimDecimal } from '@millwright/contract/kinds/decimal';
import { clearing } from '../controls/clearing.tsx';
import { LimitBar } from './limit-bar.tsx';
import { LimitVersions } from './limit-versions.tsx';
import { wordOf } from './word-of.ts';

/** The first tab of a check item: its limits, a box to try a value, the versions of its limits. */
export function CheckLimits({
  row,
  onVersion,
}: {
  row: EntityRow;
  onVersion: (version: EntityRow | undefined) => void;
}) {
  const measured = row['valueType'] === 'number';
  const offset = trimDecimal(wordOf(row['offset'], '0'));
  return (
    <div className="base-overview">
      <section>
        <h3 className="detail-title">
          {t(text.standardAndLimits)}
          {offset !== '0' && (
            <small className="num">{say(text.offset, { n: signed(offset) })}</small>
          )}
        </h3>
        <p className="limit-words num">{measured ? limitWords(row) : judgementWords(row)}</p>
      </section>
      <section>
        <h3 className="detail-title">
          {t(text.test)} <small>{t(text.testNote)}</small>
        </h3>
        {measured ? <TestNumber row={row} /> : <TestChoice row={row} />}
      </section>
      <LimitVersions row={row} onEdit={onVersion} />
    </div>
  );
}

function TestNumber({ row }: { row: EntityRow }) {
  const [raw, setRaw] = useState<string | null>(null);
  const verdict = raw === null ? null : judge(raw, row['offset'], row);
  const unit = typeof row['unit'] === 'string' ? row['unit'] : undefined;
  return (
    <div className="test-value">
      <label htmlFor={`test-${row.id}`}>{t(text.testValue)}</label>
      <InputNumber<string>
        id={`test-${row.id}`}
        className="number-input"
        stringMode
        changeOnWheel={false}
        value={raw}
        suffix={unit}
        onChange={(next) => setRaw(next)}
        onInput={(typed) => setRaw(typed.trim() === '' ? null : typed)}
      />
      <div className="test-verdict" aria-live="polite">
        {verdict && (
          <>
            <Verdict ok={verdict.ok} isKey={row['isKey'] === true} />
            <small className="num">
              {[
                Number(row['offset'] ?? 0) === 0 ? '' : say(text.judged, { n: verdict.value }),
                verdict.distance === null ? '' : say(text[verdict.side], { n: verdict.distance }),
              ]
                .filter(Boolean)
                .join(t(markText.clause))}
            </small>
          </>
        )}
      </div>
      <LimitBar limits={row} value={verdict?.value} ok={verdict?.ok ?? true} />
    </div>
  );
}

function TestChoice({ row }: { row: EntityRow }) {
  const [chosen, setChosen] = useState<string>();
  if (row['valueType'] === 'text') return <p className="calm">{t(text.freeText)}</p>;
  const passFail = row['valueType'] === 'passFail';
  const choices = passFail ? ['OK', 'NG'] : ((row['choices'] as string[] | null) ?? []);
  const good = passFail ? ['OK'] : ((row['okChoices'] as string[] | null) ?? []);
  const words = (choice: string) => (passFail ? t(choice === 'OK' ? text.ok : text.ng) : choice);
  return (
    <div className="test-value">
      <label htmlFor={`test-${row.id}`}>{t(text.testChoice)}</label>
      <Select
        id={`test-${row.id}`}
        allowClear={clearing}
        value={chosen}
        options={choices.map((value) => ({ value, label: words(value) }))}
        onChange={(next: string | undefined) => setChosen(next)}
      />
      <div className="test-verdict" aria-live="polite">
        {chosen !== undefined && (
          <Verdict ok={good.includes(chosen)} isKey={row['isKey'] === true} />
        )}
      </div>
    </div>
  );
}

function Verdict({ ok, isKey }: { ok: boolean; isKey: boolean }) {
  return (
    <span className="state-word">
      <Mark shape={ok ? 'check' : 'cross'} color={ok ? '--ok-fill' : '--bad-fill'} />
      <strong>{t(ok ? text.ok : text.ng)}</strong>
      {!ok && isKey && <span className="is-bad">{t(text.holds)}</span>}
    </span>
  );
}
