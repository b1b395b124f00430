import { BankOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { MenuItem, Popover } from '../controls/popover.tsx';
import { api } from '../kernel/api.ts';
import { ask } from '../kernel/confirm.ts';
import { say, t, titled } from '../kernel/language.tsx';
import { queryClient } from '../kernel/query.ts';
import { switchSite } from '../kernel/session.ts';
import { session } from '../kernel/session-store.ts';
import { useStore } from '../kernel/store.ts';
import { anyDirty } from '../kernel/dirty.ts';
import { closeEverything } from '../kernel/tabs.ts';
import { showToast } from '../kernel/toast.ts';
import { kernelText } from '../locales/kernel.ts';
import { shellText as text } from '../locales/shell.ts';
import { mayLeave } from './ask-dirty.ts';

interface Site {
  readonly id: string;
  /** In the reader's language. */
  readonly departName: string;
}

/** The current site; people of the whole company choose another one here. */
export function SiteSwitch() {
  const depart = useStore(session, (state) => state.user?.sysDepart);
  const allowed = useStore(session, (state) => state.user?.permissions);
  const [sites, setSites] = useState<readonly Site[] | null>(null);
  const change = useSwitch();
  const name = titled(depart?.departName, depart?.departNameEn) || t(text.allSites);
  const face = (
    <>
      <BankOutlined aria-hidden />
      <span>{name}</span>
    </>
  );
  const load = () => {
    setSites(null);
    api.get<readonly Site[] | null>('/api/user/auth/you/can/switch/site', { isAll: false }).then(
      (list) => setSites(list ?? []),
      () => setSites([]),
    );
  };
  const may =
    allowed?.some((tag) =>
      ['system:depart:show', 'system:depart:*', 'system:*:*', '*:*:*'].includes(tag),
    ) ?? false;
  if (!may) return <span className="top-site">{face}</span>;
  return (
    <Popover
      menu
      label={`${t(text.switchSite)} ${name}`}
      face={face}
      className="top-site"
      onOpen={load}
    >
      {(close) =>
        sites?.map((site) => (
          <MenuItem
            key={site.id}
            checked={site.id === depart?.departId}
            onClick={() => {
              close();
              if (site.id !== depart?.departId) void change(site);
            }}
          >
            {site.departName}
          </MenuItem>
        )) ?? (
          <MenuItem disabled onClick={() => undefined}>
            …
          </MenuItem>
        )
      }
    </Popover>
  );
}

/** Asks, switches, then starts afresh: new rights and routes, no tabs, no cached rows. */
function useSwitch(): (site: Site) => Promise<void> {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return async (site) => {
    const name = site.departName;
    const yes = await ask({
      title: t(text.switchSite),
      text: say(text.switchSiteAsk, { site: name }),
      confirm: t(kernelText.ok),
      cancel: t(kernelText.cancel),
    });
    if (!yes || !(await mayLeave(anyDirty()))) return;
    try {
      await switchSite(site.id);
    } catch {
      return;
    }
    showToast('success', t(text.switched));
    queryClient.clear();
    closeEverything();
    const redirect = search.get('redirect');
    void navigate(redirect && /^\/(?!\/)/.test(redirect) ? redirect : '/', { replace: true });
  };
}
