import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../kernel/api.ts';
import { bringsBack, keptForms } from '../kernel/dirty.ts';
import { useStore } from '../kernel/store.ts';
import { usePage } from '../shell/page-context.ts';
import type { EntityRow } from './entity-row.ts';

/** Opens the form whose input a lost session left behind, once the person wants it back; the form fills itself. */
export function useKeptForm(entity: AnyEntity, open: (form: { row?: EntityRow }) => void): void {
  const { fullPath } = usePage();
  const wanted = useStore(bringsBack);
  const reopen = useEffectEvent(async () => {
    const kept = keptForms().find(
      ({ route, form }) => route === fullPath && form.startsWith(`${entity.name}:`),
    );
    const id = kept?.form.slice(entity.name.length + 1);
    if (id === 'new') open({});
    // The call itself says when the row is gone meanwhile.
    else if (id)
      await api.get<EntityRow>(`${entity.path}/${id}`).then(
        (row) => open({ row }),
        () => undefined,
      );
  });
  useEffect(() => {
    if (wanted) void reopen();
  }, [wanted]);
}
