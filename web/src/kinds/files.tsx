import { fileEndings } from '@millwright/contract/kernel/file-endings';
import { fileNameOf, nameFile } from '@millwright/contract/kinds/file';
import type { FilesField } from '@millwright/contract/kinds/file';
import { DeleteOutlined, PaperClipOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { say, t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { FileButton } from './file-button.tsx';
import type { CellProps, InputProps, KindView } from './kind-view.ts';
import { PresenceFilter, PresenceWords } from './presence.tsx';
import { FileProblem } from './file-problem.tsx';
import { sendFile } from './upload-file.ts';
import './files.css';

/** Attachments: their names as links. */
export const filesView: KindView<FilesField> = {
  width: 120,
  wide: true,
  Cell: FilesCell,
  Input: FilesInput,
  Filter: PresenceFilter,
  Words: PresenceWords,
};

function FilesCell({ value }: CellProps<FilesField>) {
  const files = (value as string[] | null) ?? [];
  if (files.length === 0) return '—';
  return (
    <span className="file-links">
      {files.map((address) => (
        <FileLink key={address} address={address} />
      ))}
    </span>
  );
}

function FilesInput({ id, value, onChange, disabled }: InputProps<FilesField>) {
  const files = (value as string[] | null) ?? [];
  const [problem, setProblem] = useState<string>();
  const add = async (chosen: File[]) => {
    const added: string[] = [];
    const refused: string[] = [];
    for (const file of chosen) {
      const { address, problem: why } = await sendFile(file, 'attachment');
      if (address) added.push(nameFile(address, file.name));
      else if (why)
        refused.push(chosen.length > 1 && !why.includes(file.name) ? `${file.name}: ${why}` : why);
    }
    setProblem(refused.length > 0 ? refused.join('\n') : undefined);
    if (added.length > 0) onChange([...files, ...added]);
  };
  return (
    <div className="files-input">
      {files.length > 0 && (
        <ul>
          {files.map((address) => (
            <li key={address}>
              <FileLink address={address} />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                disabled={disabled ?? false}
                aria-label={say(entityText.removeFile, { name: fileNameOf(address) })}
                onClick={() => onChange(files.filter((one) => one !== address))}
              />
            </li>
          ))}
        </ul>
      )}
      <FileButton
        id={id}
        several
        label={t(entityText.chooseFile)}
        accept={fileEndings.attachment}
        disabled={disabled ?? false}
        onFiles={add}
      />
      <FileProblem id={id} problem={problem} />
    </div>
  );
}

/** The change history keeps names alone, which lead nowhere. */
function FileLink({ address }: { address: string }) {
  if (!address.startsWith('/')) return <span>{address}</span>;
  return (
    <a href={address} target="_blank" rel="noreferrer" onClick={(event) => event.stopPropagation()}>
      <PaperClipOutlined aria-hidden /> {fileNameOf(address)}
    </a>
  );
}
