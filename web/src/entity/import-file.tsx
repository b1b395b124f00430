import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { furtherSheetNames } from '@millwright/contract/further-sheets';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { Button, Spin } from 'antd';
import { useRef, useState } from 'react';
import { say, t } from '../kernel/language.tsx';
import { importText as text } from '../locales/import.ts';
import { markText } from '../locales/marks.ts';
import type { Import } from './use-import.ts';

/** The first step: a place to drop a file on, and the template. */
export function ImportFile({ run, entity }: { run: Import; entity: AnyEntity }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => void (file && run.read(file));
  return (
    <div className="import-file">
      <input
        ref={input}
        hidden
        type="file"
        accept=".xlsx,.csv"
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <button
        type="button"
        className={`import-drop${over ? ' is-over' : ''}`}
        disabled={run.busy}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        {run.busy ? <Spin /> : <InboxOutlined aria-hidden />}
        <span>{t(run.busy ? text.reading : text.dropHere)}</span>
        <small>{t(text.limits)}</small>
      </button>
      <FurtherSheets entity={entity} />
      <Button
        type="link"
        icon={<DownloadOutlined aria-hidden />}
        onClick={() => void run.template()}
      >
        {t(text.template)}
      </Button>
    </div>
  );
}

/** The sheets with rows that belong to those of the first, by name. */
function FurtherSheets({ entity }: { entity: AnyEntity }) {
  const names = furtherSheetNames(entity).map((name) => say(text.sheetName, { name }));
  if (names.length === 0) return null;
  return (
    <p className="import-note">
      {say(text.furtherSheets, {
        sheets: names.join(t(markText.comma)),
        code: entity.fields[entity.code]?.label ?? entity.label,
      })}
    </p>
  );
}
