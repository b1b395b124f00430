import { choice } from '@millwright/contract/kinds/choice';
import type { AnyField } from '@millwright/contract/kernel/field';
import { systemLabels } from '@millwright/contract/kernel/check';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../kernel/api.ts';
import { isCompanyWide } from '../kernel/permission.tsx';

interface Site {
  readonly id: string;
  readonly departName: string;
  readonly departNameEn?: string | null;
}

/** The sites that a company-wide person may choose, as a field for filters and forms; undefined for all others. */
export function useSiteField(required = false): AnyField | undefined {
  const companyWide = isCompanyWide();
  const { data } = useQuery({
    queryKey: ['sites'],
    queryFn: () =>
      api.get<Site[]>('/api/user/auth/you/can/switch/site', { isAll: false }, { quiet: true }),
    enabled: companyWide,
    staleTime: 300_000,
  });
  return useMemo(() => {
    if (!companyWide) return undefined;
    const label = systemLabels['departName'] ?? { zh: '', en: '' };
    const options = Object.fromEntries(
      (data ?? []).map((site) => [
        site.id,
        { zh: site.departName, en: site.departNameEn ?? site.departName },
      ]),
    );
    return choice(label.zh, label.en, options, { required, filter: true });
  }, [companyWide, data, required]);
}
