import { suggestion } from '@millwright/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { api } from '../kernel/api.ts';
import { useFormSite } from './form-site.ts';

/** A row of another entity as a choice. */
export interface Option {
  readonly id: string;
  readonly label: string;
  readonly code?: string;
  readonly disabled?: boolean;
}

export interface OptionSearch {
  readonly options: readonly Option[];
  /** Whether a keyword found them. */
  readonly searched: boolean;
  readonly loading: boolean;
  readonly hasMore: boolean;
  /** Opens the list: loads the first page unless it is there. */
  readonly open: () => void;
  /** Searches by code or name, a moment after the last key. */
  readonly search: (keyword: string) => void;
  readonly more: () => void;
}

/** A page of the choices that a keyword finds; null when it could not be brought. */
export type PageOfOptions = (
  keyword: string,
  page: number,
) => Promise<{ readonly list: readonly Option[]; readonly total: number } | null>;

interface Found {
  readonly mark: string;
  readonly keyword: string;
  readonly page: number;
  readonly options: readonly Option[];
  readonly total: number;
}

/** Choices of a reference in a form, 50 at a time; a failed call leaves the list as it is and says nothing. */
export function useOptions(
  target: string,
  where: Readonly<Record<string, unknown>> | undefined,
): OptionSearch {
  const site = useFormSite();
  const fetchPage: PageOfOptions = (keyword, page) =>
    fetchOptions(target, { ...where, keyword }, page, site);
  return useSearch(fetchPage, [], site);
}

/**
 * A list of choices that is searched and grows by pages; `known` is what stands in it before the first search. What was
 * found under another `mark` is forgotten.
 */
export function useSearch(
  fetchPage: PageOfOptions,
  known: readonly Option[] = [],
  mark = '',
): OptionSearch {
  const [last, setFound] = useState<Found | null>(null);
  const found = last?.mark === mark ? last : null;
  const [loading, setLoading] = useState(false);
  const asked = useRef(0);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const load = async (keyword: string, page: number) => {
    const turn = ++asked.current;
    setLoading(true);
    const answer = await fetchPage(keyword, page);
    if (turn !== asked.current) return;
    setLoading(false);
    if (answer)
      setFound((old) => ({
        mark,
        keyword,
        page,
        total: answer.total,
        options: page === 1 ? answer.list : joined(old?.options ?? [], answer.list),
      }));
  };
  return {
    options: found?.options ?? known,
    searched: found !== null && found.keyword !== '',
    loading,
    hasMore: found !== null && found.options.length < found.total,
    open: () => void (found === null && known.length === 0 && !loading && load('', 1)),
    search(keyword) {
      clearTimeout(pause.current);
      pause.current = setTimeout(() => void load(keyword.trim(), 1), suggestion.pauseMs);
    },
    more: () => void (found && !loading && load(found.keyword, found.page + 1)),
  };
}

/** Names of ids that are known by number only (conditions out of the address); a failure gives none. */
export async function namesOf(target: string, ids: readonly string[]): Promise<readonly Option[]> {
  const answer = await fetchOptions(target, { ids: ids.join(',') }, 1);
  return answer?.list ?? [];
}

/** Adds a page of choices; one that came again because rows moved is kept once. */
export function joined(old: readonly Option[], more: readonly Option[]): Option[] {
  const known = new Set(old.map((option) => option.id));
  return [...old, ...more.filter((option) => !known.has(option.id))];
}

async function fetchOptions(
  target: string,
  params: Readonly<Record<string, unknown>>,
  page: number,
  forSite?: string,
) {
  try {
    const query = {
      entity: target,
      ...(forSite === undefined ? {} : { forSite }),
      page,
      limit: suggestion.pageSize,
      params: params as Record<string, string>,
    };
    return await api.get<{ list: Option[]; total: number }>('/api/commons/options', query, {
      quiet: true,
    });
  } catch {
    return null;
  }
}
