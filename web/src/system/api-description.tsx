import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { ColumnHeads } from '../controls/column-heads.tsx';
import { Pane } from '../entity/pane.tsx';
import { api } from '../kernel/api.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { saveBlob } from '../kernel/download.ts';
import { say, t } from '../kernel/language.tsx';
import { menuEntry } from '@millwright/contract/system/menu';
import { menuText as text } from '../locales/structure.ts';
import { clearing } from '../controls/clearing.tsx';

/** All calls of the server with their permissions, and their description as a file, in the language of the page. */
export function ApiDescription({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('');
  const { data } = useQuery({ queryKey: ['apiDescription'], queryFn: fetchDescription });
  const shown = useMemo(() => found(data?.calls ?? [], words), [data, words]);
  const tools = data && (
    <ActionButton icon={<DownloadOutlined aria-hidden />} onClick={() => saveBlob(data.file, FILE)}>
      {t(text.apiFile)}
    </ActionButton>
  );
  return (
    <Pane wide takesFocus title={t(text.api)} tools={tools} onClose={onClose}>
      {!data && <Skeleton active />}
      {data && (
        <>
          <div className="compare-tools">
            <Input
              allowClear={clearing}
              value={words}
              placeholder={t(text.apiSearch)}
              aria-label={t(text.apiSearch)}
              onChange={(event) => setWords(event.target.value)}
            />
            <span className="num">{say(text.apiCount, { n: shown.length })}</span>
          </div>
          <CallTable calls={shown} />
        </>
      )}
    </Pane>
  );
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly permission: string;
  readonly subject: string;
}

function CallTable({ calls }: { calls: readonly Call[] }) {
  const heads = [text.apiMethod, text.apiPath, menuEntry.fields.perms.label, text.apiSubject];
  return (
    <table className="child-table api-table">
      <thead>
        <tr>
          <ColumnHeads heads={heads} />
        </tr>
      </thead>
      <tbody>
        {calls.map(({ method, path, permission, subject }) => (
          <tr key={`${method} ${path}`}>
            <td>{method}</td>
            <td>{path}</td>
            <td>{permission}</td>
            <td>{subject}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const FILE = 'openapi.json';

/** As much of an OpenAPI file as is shown. */
interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { summary: string; 'x-permission'?: string }>>>
  >;
}

async function fetchDescription(): Promise<{ file: Blob; calls: readonly Call[] }> {
  const { blob } = await api.file(`/api/docs/${FILE}`);
  const { paths } = JSON.parse(await blob.text()) as OpenApi;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, 'x-permission': permission }]) => ({
      method: method.toUpperCase(),
      path,
      permission: permission ?? '—',
      subject: summary,
    })),
  );
  return { file: blob, calls };
}

function found(calls: readonly Call[], words: string): readonly Call[] {
  const sought = words.trim().toLowerCase();
  return calls.filter((call) => Object.values(call).join(' ').toLowerCase().includes(sought));
}
