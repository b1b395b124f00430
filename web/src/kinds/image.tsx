import { fileEndings } from '@millwright/contract/kernel/file-endings';
import type { ImageField } from '@millwright/contract/kinds/file';
import { Button } from 'antd';
import { useState } from 'react';
import { say, t } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { entityText } from '../locales/entity.ts';
import { Enlarged } from '../controls/enlarged.tsx';
import { FileButton } from './file-button.tsx';
import { FileProblem } from './file-problem.tsx';
import type { InputProps, KindView } from './kind-view.ts';
import { PresenceFilter, PresenceWords } from './presence.tsx';
import { sendFile, uploadProblem } from './upload-file.ts';
import { textOf } from '@millwright/contract/kernel/text';
import './files.css';

const CropDialog = later(() => import('../controls/crop-dialog.tsx'));

/** A picture: small in lists, enlarged by a click; a square one is cut before it is sent. */
export const imageView: KindView<ImageField> = {
  width: 70,
  Cell: ({ field, value }) =>
    value ? <Enlarged src={textOf(value)} height={24} alt={t(field.label)} /> : '—',
  Input: ImageInput,
  Filter: PresenceFilter,
  Words: PresenceWords,
};

function ImageInput({ field, id, value, onChange, disabled }: InputProps<ImageField>) {
  const [problem, setProblem] = useState<string>();
  const [toCut, setToCut] = useState<File>();
  const send = async (file: File) => {
    const sent = await sendFile(file, 'image');
    setProblem(sent.problem);
    if (sent.address) onChange(sent.address);
  };
  const take = async ([file]: File[]) => {
    if (!file) return;
    const wrong = field.square && uploadProblem(file, 'image');
    if (!field.square) await send(file);
    else if (wrong) setProblem(say(...wrong));
    else setToCut(file);
  };
  const clear = () => {
    setProblem(undefined);
    onChange(null);
  };
  return (
    <div className="image-input">
      {value ? <Enlarged src={textOf(value)} height={96} alt={t(field.label)} /> : null}
      <div className="image-buttons">
        <FileButton
          id={id}
          label={t(value ? entityText.replaceFile : entityText.chooseFile)}
          accept={fileEndings.image}
          disabled={disabled ?? false}
          onFiles={take}
        />
        {value ? (
          <Button type="text" disabled={disabled ?? false} onClick={clear}>
            {t(entityText.remove)}
          </Button>
        ) : null}
      </div>
      <FileProblem id={id} problem={problem} />
      {toCut && <CropDialog file={toCut} take={send} onClose={() => setToCut(undefined)} />}
    </div>
  );
}
