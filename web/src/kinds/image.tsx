import type { ImageField } from '@millwright/contract/kinds/file';
import { Button } from 'antd';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { Enlarged } from '../controls/enlarged.tsx';
import { FileButton } from './file-button.tsx';
import type { KindView } from './kind-view.ts';
import { imageRule, uploadFile } from './upload-file.ts';
import { textOf } from '@millwright/contract/kernel/text';

/** A picture: small in lists, enlarged by a click. */
export const imageView: KindView<ImageField> = {
  width: 70,
  Cell: ({ field, value }) =>
    value ? <Enlarged src={textOf(value)} height={24} alt={t(field.label)} /> : '—',
  Input: ({ field, id, value, onChange, disabled }) => (
    <div className="image-input">
      {value ? <Enlarged src={textOf(value)} height={96} alt={t(field.label)} /> : null}
      <div className="image-buttons">
        <FileButton
          id={id}
          label={t(value ? entityText.replaceFile : entityText.chooseFile)}
          accept={imageRule.endings}
          disabled={disabled ?? false}
          onFiles={async ([file]) => {
            const address = file && (await uploadFile(file, imageRule));
            if (address) onChange(address);
          }}
        />
        {value ? (
          <Button type="text" disabled={disabled ?? false} onClick={() => onChange(null)}>
            {t(entityText.remove)}
          </Button>
        ) : null}
      </div>
    </div>
  ),
};
