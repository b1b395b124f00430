import { DownloadOutlined, InboxOutlined } from '@ant-design/icons';
import { Button, Spin } from 'antd';
import { useRef, useState } from 'react';
import { t } from '../kernel/language.tsx';
import { importText as text } from '../locales/import.ts';
import type { Import } from './use-import.ts';

/** The first step: a place to drop a file on, and the template. */
export function ImportFile({ run }: { run: Import }) {
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
