import { dictType } from '@millwright/contract/system/dict-type';
import { SyncOutlined } from '@ant-design/icons';
import { api } from '../kernel/api.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { dictCache } from '../kernel/dictionary.ts';
import { t } from '../kernel/language.tsx';
import { Allowed } from '../kernel/permission.tsx';
import { showToast } from '../kernel/toast.ts';
import { dictText as text } from '../locales/structure.ts';

/** Raises the version of the dictionaries, so that every open page asks for them anew. */
export function RefreshDictionaries() {
  return (
    <Allowed tags={['system:dict:refresh']}>
      <ActionButton icon={<SyncOutlined />} onClick={refresh}>
        {t(text.refreshCache)}
      </ActionButton>
    </Allowed>
  );
}

async function refresh(): Promise<void> {
  try {
    await api.post(`${dictType.path}/actions/refresh`, {});
    dictCache.clear();
    showToast('success', t(text.refreshed));
  } catch {
    // The refusal has been shown.
  }
}
