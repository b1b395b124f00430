import { textOf } from '@millwright/contract/kernel/text';
import { menuEntry } from '@millwright/contract/system/menu';
import { UploadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { Dialog } from '../controls/dialog.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { say, t, titled } from '../kernel/language.tsx';
import { problemLines } from '../kernel/refusal.ts';
import { showToast } from '../kernel/toast.ts';
import { useWork } from '../kernel/work.ts';
import { entityText } from '../locales/entity.ts';
import { markText } from '../locales/marks.ts';
import { menuText as text } from '../locales/structure.ts';
import { applyDifferences } from './menu-apply.ts';
import { menuTitle } from './menu-cells.tsx';
import { menuDifferences, missingRows, readMenuFile } from './menu-json.ts';
import type { MenuDifference, MenuFile } from './menu-json.ts';

/** A menu file of another installation: what it would change is shown before anything is applied. */
export function MenuImport({ rows, onClose }: { rows: readonly EntityRow[]; onClose: () => void }) {
  const client = useQueryClient();
  const [file, setFile] = useState<MenuFile>();
  const { busy, problems, run, forget } = useWork();
  const differences = file ? menuDifferences(file, rows) : [];
  const read = async (chosen: File) => {
    const found = readMenuFile(await chosen.text());
    forget();
    if (found) setFile(found);
    else showToast('error', t(text.importWrong));
  };
  const apply = () =>
    run(async () => {
      try {
        await applyDifferences(differences);
        showToast('success', say(text.importDone, { n: differences.length }));
        onClose();
      } finally {
        await client.invalidateQueries({ queryKey: keyOf(menuEntry) });
      }
    });
  return (
    <Dialog
      open
      width={720}
      title={t(text.importTitle)}
      cancelText={t(entityText.cancel)}
      confirmLoading={busy}
      mask={{ closable: false }}
      okText={say(text.importApply, { n: differences.length })}
      okButtonProps={{ disabled: differences.length === 0 }}
      onOk={() => void apply()}
      onCancel={onClose}
    >
      <p className="pane-hint">{t(text.importHint)}</p>
      <PickFile onPick={(chosen) => void read(chosen)} />
      {file && differences.length === 0 && <p className="pane-hint">{t(text.importSame)}</p>}
      {problems.length > 0 && <Problems lines={problemLines(problems)} />}
      {differences.length > 0 && <Differences all={differences} />}
      {file && missingRows(file, rows).length > 0 && (
        <p className="pane-hint">
          {t(text.importMissing)}
          {t(markText.colon)}
          {missingRows(file, rows).map(menuTitle).join(t(markText.comma))}
        </p>
      )}
    </Dialog>
  );
}

function PickFile({ onPick }: { onPick: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<UploadOutlined />} onClick={() => input.current?.click()}>
        {t(text.importPick)}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,application/json"
        aria-label={t(text.importPick)}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onPick(file);
          target.value = '';
        }}
      />
    </>
  );
}

/** What is wrong stays in sight beside the differences; nothing was applied. */
function Problems({ lines }: { lines: readonly string[] }) {
  return (
    <div className="menu-problems" role="alert">
      {t(text.importRefused)}
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function Differences({ all }: { all: readonly MenuDifference[] }) {
  return (
    <div className="compare-table" tabIndex={0} role="region" aria-label={t(text.importTitle)}>
      <table>
        <tbody>
          {all.map(({ row, present, fields }) => (
            <tr key={row.key}>
              <th scope="row">
                {titled(
                  textOf(row.values['titleZh'] ?? row.key),
                  textOf(row.values['titleEn'] ?? ''),
                )}
                <small>{row.key}</small>
              </th>
              <td>{t(present ? text.importChanged : text.importAdded)}</td>
              <td>
                {fields.map(({ field, before, after }) => (
                  <div key={field}>
                    {say(text.importField, {
                      field: labelOf(field),
                      before: words(before),
                      after: words(after),
                    })}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function labelOf(name: string): string {
  const field = (
    menuEntry.fields as Readonly<Record<string, { label: { zh: string; en: string } }>>
  )[name];
  return field ? t(field.label) : name;
}

function words(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—';
  return textOf(value);
}
