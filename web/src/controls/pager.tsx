import { paging } from '@millwright/contract/constants';
import { Input, Pagination, Select } from 'antd';
import { useState } from 'react';
import { say, t } from '../kernel/language.tsx';
import { numberText } from '../kinds/number-text.ts';
import { controlText as text } from '../locales/controls.ts';
import { scrollToTop } from './scroll-to-top.ts';
import './pager.css';

interface PagerProps {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  /** Counting stopped at 10,000 (free-text search in a log). */
  readonly totalCapped?: boolean;
  /** What scrolls to its top after a change; by default nothing does. */
  readonly scrolls?: () => Element | null | undefined;
  readonly onChange: (page: number, limit: number) => void;
}

/** Total, sizes, previous, pages, next, jumper. Another size starts at the first page. */
export function Pager({ page, limit, total, totalCapped, scrolls, onChange }: PagerProps) {
  const change = (nextPage: number, nextLimit: number) => {
    onChange(nextPage, nextLimit);
    const element = scrolls?.();
    if (element) scrollToTop(element);
  };
  const sizes = paging.sizes.map((size) => ({
    value: size as number,
    label: say(text.perPage, { n: size }),
  }));
  const count = numberText(total) + (totalCapped ? '+' : '');
  return (
    <div className="pager num">
      <span className="pager-total">{say(text.total, { n: count })}</span>
      <Select
        className="pager-sizes"
        aria-label={t(text.pageSize)}
        value={limit}
        options={sizes}
        onChange={(size: number) => change(1, size)}
      />
      <Pagination
        current={page}
        pageSize={limit}
        total={total}
        showSizeChanger={false}
        onChange={(next) => change(next, limit)}
      />
      <Jumper last={Math.max(1, Math.ceil(total / limit))} onJump={(next) => change(next, limit)} />
    </div>
  );
}

/** Goes to a typed page on Enter; numbers outside go to the nearest page. */
function Jumper({ last, onJump }: { last: number; onJump: (page: number) => void }) {
  const [typed, setTyped] = useState('');
  const jump = () => {
    const page = Number.parseInt(typed, 10);
    setTyped('');
    if (!Number.isNaN(page)) onJump(Math.min(last, Math.max(1, page)));
  };
  return (
    <label className="pager-jump">
      {t(text.jump)}
      <Input
        inputMode="numeric"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={jump}
        onBlur={() => setTyped('')}
      />
      {t(text.jumpUnit)}
    </label>
  );
}
