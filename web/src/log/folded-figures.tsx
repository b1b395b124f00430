import type { ComponentType } from 'react';
import { useState } from 'react';
import { useCards } from '../entity/use-media.ts';
import type { List } from '../entity/use-list.ts';
import { t } from '../kernel/language.tsx';
import { logText as text } from '../locales/logs.ts';
import './folded-figures.css';

/** Figures above a log; on a phone they wait behind one line, so that the rows stand in front. */
export function folded(Figures: ComponentType<{ list: List }>): ComponentType<{ list: List }> {
  return function FoldedFigures({ list }) {
    const cards = useCards();
    const [isOpen, setOpen] = useState(false);
    if (!cards) return <Figures list={list} />;
    return (
      <details className="log-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t(text.figures)}</summary>
        {isOpen && <Figures list={list} />}
      </details>
    );
  };
}
