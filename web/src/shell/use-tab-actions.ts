import { useNavigate } from 'react-router';
import { isDirty } from '../kernel/dirty.ts';
import { renewPage, tabs } from '../kernel/tabs.ts';
import { afterClosing, close, closeAll, closeOthers } from '../kernel/tabs-model.ts';
import type { Tab, Tabs } from '../kernel/tabs-model.ts';
import { shellText as text } from '../locales/shell.ts';
import { mayLeave } from './ask-dirty.ts';

export interface TabActions {
  refresh(tab: Tab): Promise<void>;
  close(tab: Tab): Promise<void>;
  closeOthers(tab: Tab): Promise<void>;
  closeAll(): Promise<void>;
}

/** What can be done with tabs; leaving unsaved input asks, closing the active tab goes on to another. */
export function useTabActions(active: string | undefined): TabActions {
  const navigate = useNavigate();
  async function leave(left: Tabs, goTo?: string) {
    const open = tabs.get();
    const gone = open.filter((tab) => !left.includes(tab));
    if (
      !(await mayLeave(
        gone.some((tab) => isDirty(tab.path)),
        text.dirtyClose,
      ))
    )
      return;
    tabs.set(left);
    for (const tab of gone) renewPage(tab.key);
    const front = gone.find((tab) => tab.key === active);
    if (goTo !== undefined) void navigate(goTo);
    else if (front) void navigate(afterClosing(left, front));
  }
  return {
    async refresh(tab) {
      if (await mayLeave(isDirty(tab.path)))
        await navigate(`/redirect${tab.fullPath}`, { replace: true });
    },
    close: (tab) => (tab.meta.affix ? Promise.resolve() : leave(close(tabs.get(), tab.key))),
    closeOthers: (tab) =>
      leave(closeOthers(tabs.get(), tab.key), tab.key === active ? undefined : tab.fullPath),
    closeAll: () => {
      const left = closeAll(tabs.get());
      const stays = left.some((tab) => tab.key === active);
      return leave(left, stays ? undefined : (left.at(-1)?.fullPath ?? '/'));
    },
  };
}
