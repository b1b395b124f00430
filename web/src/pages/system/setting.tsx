import { site } from '@millwright/contract/base/site';
import { settingGroups } from '@millwright/contract/settings';
import type { Setting } from '@millwright/contract/settings';
import { setting as entity } from '@millwright/contract/system/setting';
import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton } from 'antd';
import Search from 'antd/es/input/Search';
import { useMemo, useState } from 'react';
import { keyOf } from '../../entity/query-key.ts';
import { fetchList } from '../../entity/use-list.ts';
import { t } from '../../kernel/language.tsx';
import { isCompanyWide } from '../../kernel/permission.tsx';
import { session } from '../../kernel/session-store.ts';
import { useOptions } from '../../kinds/option-search.ts';
import { searching, withOthers } from '../../kinds/ref-list.tsx';
import { useNames } from '../../kinds/use-names.ts';
import { settingText as text } from '../../locales/structure.ts';
import { SettingHistory } from '../../system/setting-history.tsx';
import { SettingLine } from '../../system/setting-line.tsx';
import { settingsFor } from '../../system/setting-values.ts';
import '../../entity/entity.css';
import '../../system/system.css';
import '../../system/setting.css';
import { clearing } from '../../controls/clearing.tsx';

/** The parameters of the product by group, for the company or as a site has them; changes act at once. */
export default function SettingPage() {
  const [siteId, setSiteId] = useState<string | null>(() =>
    isCompanyWide() ? null : (session.get().user?.sysDepart?.departId ?? null),
  );
  const [word, setWord] = useState('');
  const [history, setHistory] = useState<Setting>();
  const { data } = useQuery({
    queryKey: keyOf(entity, 'all'),
    queryFn: ({ signal }) => fetchList(entity, { page: 1, limit: 200 }, { signal }),
  });
  const groups = useMemo(() => settingsFor(data?.list ?? [], siteId, word), [data, siteId, word]);
  return (
    <div className="entity-page">
      <div className="list-block">
        <div className="setting-bar">
          <Search
            className="setting-search"
            allowClear={clearing}
            placeholder={t(text.search)}
            aria-label={t(text.search)}
            value={word}
            onChange={(event) => setWord(event.target.value)}
          />
          <ScopeSelect value={siteId} onChange={setSiteId} />
          <span>{t(siteId === null ? text.immediate : text.onlySiteAble)}</span>
        </div>
        {!data ? (
          <Skeleton active className="setting-loading" />
        ) : (
          <div className="setting-groups">
            {groups.size === 0 && <p className="pane-empty">{t(text.nothing)}</p>}
            {[...groups].map(([group, all]) => (
              <section key={group} aria-labelledby={`group-${group}`}>
                <h2 id={`group-${group}`}>{t(settingGroups[group])}</h2>
                <ul>
                  {all.map((shown) => (
                    <SettingLine
                      key={shown.setting.key}
                      shown={shown}
                      siteId={siteId}
                      onHistory={() => setHistory(shown.setting)}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        )}
      </div>
      {history && (
        <SettingHistory key={history.key} setting={history} onClose={() => setHistory(undefined)} />
      )}
    </div>
  );
}

/** Company-wide people choose whose values they see; a site's people see their own site's. */
function ScopeSelect({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (siteId: string | null) => void;
}) {
  const list = useOptions(site.name, { departType: 'site' });
  const names = useNames(site.name, value === null ? [] : [value]);
  if (!isCompanyWide()) return null;
  const chosen = value === null ? [] : [{ id: value, label: names.get(value) ?? value }];
  const options = withOthers(list, [{ id: '', label: t(text.company) }, ...chosen]);
  return (
    <Select
      className="setting-scope"
      aria-label={t(text.site)}
      prefix={<span className="filter-label">{t(text.site)}</span>}
      value={value ?? ''}
      options={options}
      onChange={(next: string) => onChange(next === '' ? null : next)}
      {...searching(list)}
    />
  );
}
