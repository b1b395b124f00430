import { CloseCircleFilled } from '@ant-design/icons';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';

/** The button that empties a box or a choice, named in the reader's language: antd's own is "close-circle" or "Clear". */
export const clearing = {
  clearIcon: <CloseCircleFilled aria-label={t(entityText.clear)} />,
  label: t(entityText.clear),
};
