import type { ImportAnswer, ImportReading } from '@millwright/contract/kernel/sheet';
import { Select } from 'antd';
import { clearing } from '../controls/clearing.tsx';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { importText as text } from '../locales/import.ts';
import { isMeaningNew, unknownWords, withWord } from './import-model.ts';
import type { Import } from './use-import.ts';

interface WordsProps {
  readonly run: Import;
  readonly reading: ImportReading;
  readonly answer: ImportAnswer;
}

/** Asks what words of the file mean that name no value of ours, such as the severities of a machine builder. */
export function ImportWords({ run, reading, answer }: WordsProps) {
  const unknown = unknownWords(reading.fields, answer.errors);
  if (unknown.length === 0) return null;
  const meaning = (field: string, word: string) =>
    run.mapping.find((one) => one.field === field)?.words?.[word];
  const isAnyKnown = isMeaningNew(unknown, run.mapping);
  return (
    <section className="import-words" aria-label={t(text.unknownWords)}>
      <header>
        <p>{t(text.unknownWords)}</p>
        <ActionButton disabled={!isAnyKnown} loading={run.busy} onClick={run.check}>
          {t(text.checkAgain)}
        </ActionButton>
      </header>
      {unknown.map(({ field, words }) => (
        <div key={field.field}>
          <span>{field.label}</span>
          {words.slice(0, SHOWN).map(({ word, rows }) => (
            <label key={word}>
              <span title={word}>{say(text.wordRows, { word, n: rows })}</span>
              <Select
                allowClear={clearing}
                showSearch={{ optionFilterProp: 'label' }}
                aria-label={say(text.wordMeans, { label: field.label, word })}
                placeholder={t(text.means)}
                options={field.options ?? []}
                value={meaning(field.field, word)}
                onChange={(value: string | undefined) =>
                  run.map((mapping) => withWord(mapping, field.field, word, value))
                }
              />
            </label>
          ))}
          {words.length > SHOWN && (
            <small>{say(text.moreWords, { n: words.length - SHOWN })}</small>
          )}
        </div>
      ))}
    </section>
  );
}

/** So many words of a field are asked for at a time. */
const SHOWN = 12;
