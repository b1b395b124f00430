import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Skeleton, Tabs } from 'antd';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { entityText } from '../locales/entity.ts';
import type { EntityRow } from './entity-row.ts';
import { isForPopup } from './open-popup.ts';
import { Pane } from './pane.tsx';
import { RowActButtons } from './row-act-buttons.tsx';
import { RowDetails } from './row-details.tsx';
import { RowHistory } from './row-history.tsx';
import { codeOf, rowActs, titleOf } from './row-acts.ts';
import type { RowAct } from './row-acts.ts';
import { useRow } from './use-row.ts';
import './entity-drawer.css';

/** One tab of a row's drawer. */
export interface DetailTab {
  readonly key: string;
  readonly label: string;
  readonly content: ReactNode;
}

/** What a page puts into the drawer of its rows. */
export interface DetailSlots {
  /** Tabs before the details. */
  readonly tabs?: (row: EntityRow) => readonly DetailTab[];
  /** Tabs behind the details. */
  readonly after?: (row: EntityRow) => readonly DetailTab[];
  /** The words of the title, where the code alone is not said in the reader's language. */
  readonly title?: (row: EntityRow) => ReactNode;
  /** The state beside the title, where the page signs it in its own way. */
  readonly state?: (row: EntityRow) => ReactNode;
  /** The line under the title, such as product and quantity. */
  readonly subtitle?: (row: EntityRow) => ReactNode;
  /** Takes the place of the tab with all fields. */
  readonly details?: (row: EntityRow) => ReactNode;
}

export interface EntityDrawerProps {
  readonly entity: AnyEntity;
  readonly rows: readonly EntityRow[];
  readonly id: string;
  readonly only?: readonly string[] | undefined;
  readonly own?: ((row: EntityRow) => readonly RowAct[]) | undefined;
  readonly slots?: DetailSlots | undefined;
  readonly onStep: (id: string) => void;
  readonly onAct: (name: string, row: EntityRow) => Promise<unknown>;
  readonly onClose: () => void;
}

/** A row to look at beside the list, which stays usable; arrow keys go through the rows. */
export function EntityDrawer({
  entity,
  rows,
  id,
  only,
  own,
  slots,
  onStep,
  onAct,
  onClose,
}: EntityDrawerProps) {
  const at = rows.findIndex((row) => row.id === id);
  const { row, whole, error } = useRow(entity, id, rows[at]);
  const step = (by: number) => {
    const next = rows[at + by];
    if (at >= 0 && next) onStep(next.id);
  };
  useArrowKeys(step, onClose);
  const arrows = (
    <StepButtons isFirst={at <= 0} isLast={at < 0 || at >= rows.length - 1} onStep={step} />
  );
  if (!row)
    return (
      <Pane title="" tools={arrows} onClose={onClose}>
        {error ? (
          <p className="pane-empty">{error.message || t(entityText.rowGone)}</p>
        ) : (
          <Skeleton active />
        )}
      </Pane>
    );
  const words = slots?.subtitle?.(row) ?? subtitleOf(entity, row);
  const under = (
    <div className="pane-under">
      <span className="pane-subtitle" title={typeof words === 'string' ? words : undefined}>
        {words}
      </span>
      <RowActButtons acts={rowActs(entity, row, only, own)} onAct={(name) => onAct(name, row)} />
    </div>
  );
  const tabs = tabsOf(entity, row, slots, whole);
  return (
    <Pane
      title={
        <DrawerTitle
          entity={entity}
          row={row}
          words={slots?.title?.(row)}
          signed={slots?.state?.(row)}
        />
      }
      tools={arrows}
      under={under}
      onClose={onClose}
    >
      <Tabs
        items={tabs.map(({ key, label, content }) => ({ key, label, children: content }))}
        onTabClick={(_, event) => toTop(event.currentTarget)}
      />
    </Pane>
  );
}

/** What another tab holds begins at its top, however far one had read in the last. */
function toTop(tab: EventTarget): void {
  if (tab instanceof Element) tab.closest('.pane-body')?.scrollTo({ top: 0 });
}

/** Those of the page, the details between them, and what was changed, which rows of a log never are. */
function tabsOf(
  entity: AnyEntity,
  row: EntityRow,
  slots: DetailSlots | undefined,
  whole: boolean,
): DetailTab[] {
  const details = whole ? (
    (slots?.details?.(row) ?? <RowDetails entity={entity} row={row} />)
  ) : (
    <Skeleton active />
  );
  const history = {
    key: 'history',
    label: t(entityText.history),
    content: <RowHistory entity={entity} id={row.id} />,
  };
  return [
    ...(slots?.tabs?.(row) ?? []),
    { key: 'details', label: t(entityText.details), content: details },
    ...(slots?.after?.(row) ?? []),
    ...(entity.scope === 'log' ? [] : [history]),
  ];
}

function StepButtons({
  isFirst,
  isLast,
  onStep,
}: {
  isFirst: boolean;
  isLast: boolean;
  onStep: (by: number) => void;
}) {
  const steps = [
    {
      by: -1,
      icon: <ArrowUpOutlined aria-hidden />,
      label: t(entityText.previousRow),
      isEnd: isFirst,
    },
    { by: 1, icon: <ArrowDownOutlined aria-hidden />, label: t(entityText.nextRow), isEnd: isLast },
  ];
  return steps.map(({ by, icon, label, isEnd }) => (
    <Button
      key={by}
      type="text"
      icon={icon}
      disabled={isEnd}
      aria-label={label}
      title={label}
      onClick={() => onStep(by)}
    />
  ));
}

function DrawerTitle({
  entity,
  row,
  words,
  signed,
}: {
  entity: AnyEntity;
  row: EntityRow;
  words: ReactNode;
  signed: ReactNode;
}) {
  const state = entity.state === undefined ? undefined : entity.fields[entity.state];
  const StateCell = state && viewOf(state).Cell;
  return (
    <>
      {words ?? codeOf(entity, row)}
      {state && StateCell && (
        <small>{signed ?? <StateCell field={state} value={row[entity.state ?? '']} />}</small>
      )}
    </>
  );
}

function subtitleOf(entity: AnyEntity, row: EntityRow): string {
  return entity.title === entity.code ? '' : titleOf(entity, row);
}

/** Arrow keys step and Esc closes wherever the focus is, but not while something is typed or a list is open. */
function useArrowKeys(step: (by: number) => void, onClose: () => void): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isForPopup() || isTyping(event.target)) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        step(event.key === 'ArrowDown' ? 1 : -1);
      }
      if (event.key === 'Escape') onClose();
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [role="menu"], [role="tablist"], .popover',
    ) !== null
  );
}
