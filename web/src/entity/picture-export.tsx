import { PictureOutlined } from '@ant-design/icons';
import { ActionButton } from '../kernel/debounce.tsx';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';

/** The export whose rows bring their pictures, beside the one without. */
export default function PictureExport({ onExport }: { readonly onExport: () => Promise<void> }) {
  return (
    <ActionButton
      icon={<PictureOutlined aria-hidden />}
      aria-label={t(entityText.exportPictures)}
      title={t(entityText.exportPictures)}
      onClick={onExport}
    />
  );
}
