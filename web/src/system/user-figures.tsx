import { user } from '@millwright/contract/system/user';
import { useQuery } from '@tanstack/react-query';
import { FigureStrip } from '../entity/figures.tsx';
import type { Figure } from '../entity/figures.tsx';
import type { Filters } from '../entity/list-address.ts';
import { keyOf } from '../entity/query-key.ts';
import type { List } from '../entity/use-list.ts';
import { say, t } from '../kernel/language.tsx';
import { userText as text } from '../locales/people.ts';
import { userCalls } from './user-calls.ts';

/** Who cannot get in: four counters, each filters the list. */
export function UserFigures({ list }: { list: List }) {
  const { data } = useQuery({ queryKey: keyOf(user, 'figures'), queryFn: userCalls.figures });
  const limitedIds = data?.limitedIds ?? [];
  const limited: Pick<Figure, 'filters' | 'tone'> =
    limitedIds.length > 0 ? { filters: { ids: limitedIds.join(',') }, tone: 'warn' } : {};
  const figures: Figure[] = [
    {
      key: 'disabled',
      label: text.disabled,
      value: data?.disabled,
      note: t(text.disabledHint),
      filters: DISABLED,
      mark: { shape: 'off', color: '--ink-3' },
    },
    {
      key: 'limited',
      label: text.limited,
      value: data?.limited,
      note:
        (data?.limited ?? 0) > limitedIds.length
          ? say(text.limitedPart, { n: limitedIds.length })
          : t(text.limitedHint),
      mark: { shape: 'lock', color: '--warn-fill' },
      ...limited,
    },
    {
      key: 'never',
      label: text.never,
      value: data?.neverSignedIn,
      note: t(text.neverHint),
      filters: NEVER,
      mark: { shape: 'dotted', color: '--ink-3' },
    },
    {
      key: 'mustChange',
      label: text.mustChange,
      value: data?.mustChangePassword,
      note: t(text.mustChangeHint),
      filters: MUST_CHANGE,
      mark: { shape: 'warning', color: '--warn-fill' },
    },
  ];
  return <FigureStrip list={list} figures={figures} />;
}

const DISABLED: Filters = { status: '0' };
const NEVER: Filters = { status: '1', lastLoginAt: 'none' };
const MUST_CHANGE: Filters = { status: '1', mustChangePassword: 'true' };
