import { choice } from '@millwright/contract/kinds/choice';
import type { AnyField } from '@millwright/contract/kernel/field';
import { systemLabels } from '@millwright/contract/kernel/field-label';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../kernel/api.ts';
import { locale } from '../kernel/language.tsx';
import { isCompanyWide } from '../kernel/permission.tsx';
import { session, workingSite } from '../kernel/session-store.ts';

/** A site by the name that the reader's language has for it. */
interface Site {
  readonly id: string;
  readonly departName: string;
}

const SITES = '/api/user/auth/you/can/switch/site';

/**
 * The sites that a company-wide person may choose, as a field for filters and forms; undefined for all others. A form
 * needs a site: the company itself, where people are whom it asks, is not offered there.
 */
export function useSiteField(required = false): AnyField | undefined {
  const companyWide = isCompanyWide();
  const { data } = useQuery({
    queryKey: ['sites'],
    queryFn: () => api.get<Site[]>(SITES, { isAll: false }, { quiet: true }),
    enabled: companyWide,
    staleTime: 300_000,
  });
  return useMemo(() => {
    if (!companyWide) return undefined;
    const label = systemLabels['departName'] ?? { zh: '', en: '' };
    const company = workingSite() === null ? session.get().user?.sysDepart?.departId : undefined;
    const offered = (data ?? []).filter(({ id }) => !required || id !== company);
    const options = Object.fromEntries(
      offered.map((site) => [site.id, { zh: site.departName, en: site.departName }]),
    );
    return choice(label.zh, label.en, options, { required, filter: true });
  }, [companyWide, data, required]);
}

/** Ids of the sites by their Chinese names, by which logs keep them; undefined until they are known, or not needed. */
export function useSiteIds(): ReadonlyMap<string, string> | undefined {
  const headers = { 'Accept-Language': 'zh-CN' };
  const { data } = useQuery({
    queryKey: ['sites', 'zh-CN'],
    queryFn: () => api.get<Site[]>(SITES, { isAll: false }, { quiet: true, headers }),
    enabled: locale !== 'zh_CN' && isCompanyWide(),
    staleTime: 300_000,
    select: idsByName,
  });
  return data;
}

function idsByName(sites: readonly Site[]): ReadonlyMap<string, string> {
  return new Map(sites.map(({ id, departName }) => [departName, id]));
}
