import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import { choices } from '@millwright/contract/kinds/choices';
import type { Options } from '@millwright/contract/kinds/choice';
import { user } from '@millwright/contract/system/user';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PageFormProps } from '../entity/entity-page.tsx';
import { EntityForm } from '../entity/entity-form.tsx';
import type { EntityRow } from '../entity/entity-row.ts';
import { useRow } from '../entity/use-row.ts';
import { session } from '../kernel/session-store.ts';
import { DepartmentsInput } from './departments-input.tsx';
import { userCalls } from './user-calls.ts';
import type { AssignableRole } from './user-calls.ts';

/** The form of a user: roles are those that the caller may grant, a password is typed for new people only. */
export function UserForm({ row, onClose }: PageFormProps) {
  // The list masks phones; what is edited is the whole row.
  const { row: whole, whole: isWhole } = useRow(user, row?.id);
  const { data: roles } = useQuery({
    queryKey: ['assignableRoles', row?.id ?? ''],
    queryFn: () => userCalls.roles(row?.id),
    staleTime: 0,
  });
  const entity = useMemo(() => roles && formEntity(roles, row), [roles, row]);
  if (!entity || (row && !isWhole)) return null;
  return (
    <EntityForm
      entity={entity}
      row={row && whole}
      shows={shows}
      opens={opens}
      inputs={INPUTS}
      onClose={onClose}
      onSaved={onClose}
    />
  );
}

const INPUTS = { departments: DepartmentsInput };

/** Only customers have a customer. */
function shows(name: string, values: Readonly<Record<string, unknown>>): boolean {
  return !['customer', 'customerType'].includes(name) || values['userIdentity'] === '3';
}

/** Nobody changes the own roles. */
function opens(row: EntityRow, name: string): boolean {
  return name !== 'role' || row.id !== session.get().user?.userId;
}

/** The declaration as this form needs it: the same fields, save for the choice of roles and the password of old accounts. */
function formEntity(roles: readonly AssignableRole[], row: EntityRow | undefined): AnyEntity {
  const { password, ...others } = user.fields;
  const { role: declared } = user.fields;
  const role = choices(declared.label.zh, declared.label.en, roleOptions(roles, row), {
    required: true,
    section: 'place',
  }) as unknown as AnyField;
  const required = { ...password, required: true } as unknown as AnyField;
  return {
    ...(user as AnyEntity),
    fields: { ...others, ...(row ? {} : { password: required }), role },
  };
}

/** Roles that the person holds stay choosable, also those that the caller may not grant anew. */
function roleOptions(roles: readonly AssignableRole[], row: EntityRow | undefined): Options {
  const held = Array.isArray(row?.['role']) ? row['role'].map(String) : [];
  const shown = row?.shown?.['role'];
  const named = held.map(
    (id, index) => [id, Array.isArray(shown) ? (shown[index] ?? id) : id] as const,
  );
  const all = new Map([...named, ...roles.map((role) => [role.id, role.roleName] as const)]);
  return Object.fromEntries([...all].map(([id, name]) => [id, { zh: name, en: name }]));
}
