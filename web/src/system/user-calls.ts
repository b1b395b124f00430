import { user } from '@millwright/contract/system/user';
import type { QueryClient } from '@tanstack/react-query';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import type { Option } from '../kinds/option-search.ts';

/** A role that the caller may grant; `checked` = the person asked about holds it. */
export interface AssignableRole {
  readonly id: string;
  readonly roleName: string;
  readonly roleKey: string;
  readonly checked: boolean;
  readonly status?: string;
  readonly siteId?: string | null;
}

/** Which role gives which tags, and all of them together. */
export interface EffectivePermissions {
  readonly roles: readonly {
    readonly id: string;
    readonly roleName: string;
    readonly roleKey: string;
    readonly status: string;
    readonly permissions: readonly string[];
  }[];
  readonly permissions: readonly string[];
}

/** Who cannot get in. */
export interface UserFigureCounts {
  readonly disabled: number;
  readonly limited: number;
  readonly limitedIds: readonly string[];
  readonly neverSignedIn: number;
  readonly mustChangePassword: number;
}

export interface SyncAnswer {
  readonly sent: number;
  readonly failed: readonly { readonly terminal: string; readonly msg: string }[];
}

/** The calls of the users page whose paths the specification fixes. */
export const userCalls = {
  roles: (userId?: string) => api.get<AssignableRole[]>('/api/user/account/role', { userId }),
  departments: (homeSite: string) =>
    api.get<Option[]>('/api/user/account/departments', { homeSite }),
  figures: () => api.get<UserFigureCounts>('/api/user/account/user/figures'),
  permissions: (userId: string) =>
    api.get<EffectivePermissions>('/api/user/account/permissions', { userId }),
  reset: (row: EntityRow, password: string) =>
    api.put(
      '/api/user/account/reset/user',
      { userId: row.id, username: row['username'], password },
      { form: true },
    ),
  setStatus: (row: EntityRow, status: '0' | '1') =>
    api.put('/api/user/account/disable/enabled/user', {
      id: row.id,
      status,
      username: row['username'],
    }),
  remove: (row: EntityRow) =>
    api.remove(`/api/user/account/user/${row.id}/${encodeURIComponent(String(row['username']))}`),
  unlock: (ids: readonly string[]) => api.post('/api/user/account/user/actions/unlock', { ids }),
  setRoles: (row: EntityRow, role: readonly string[]) =>
    api.put('/api/user/account/user', { id: row.id, revision: row.revision, role }),
  sync: () => api.get<SyncAnswer>('/api/user/account/syncTcu'),
};

/** Lists, counters and rows of users are asked anew. */
export function refreshUsers(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keyOf(user) });
}
