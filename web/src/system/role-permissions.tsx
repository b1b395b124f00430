import { textOf } from '@millwright/contract/kernel/text';
import { role, SUPER_ADMIN } from '@millwright/contract/system/role';
import { SwapOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { titleOf } from '../entity/row-acts.ts';
import type { Form } from '../entity/use-save.ts';
import { t } from '../kernel/language.tsx';
import { roleText as text } from '../locales/people.ts';
import { CompareRoles, heldBy } from './compare-roles.tsx';
import { storedIds } from './menu-tree.ts';
import { PermissionTree } from './permission-tree.tsx';
import { useMenuTree } from './use-menu-nodes.ts';

/** The part of a role's form with its permissions; ticked rows are stored with all above them. */
export function RolePermissionsInput({ form }: { form: Form }) {
  const tree = useMenuTree();
  const fixed = form.row?.['roleKey'] === SUPER_ADMIN;
  const held = useMemo(
    () => (tree ? heldBy(tree, form.values['menuIds'], fixed) : new Set<string>()),
    [tree, form.values, fixed],
  );
  return (
    <fieldset>
      <legend>{t(text.permissionMenu)}</legend>
      {fixed && <p className="pane-hint">{t(text.fixed)}</p>}
      {!tree ? (
        <Skeleton active />
      ) : (
        <PermissionTree
          tree={tree}
          held={held}
          readOnly={fixed}
          height={TREE_HEIGHT}
          onChange={(next) => form.set('menuIds', storedIds(tree, next))}
          tools={<CompareButton name={textOf(form.values['roleName'] ?? '')} held={held} />}
        />
      )}
    </fieldset>
  );
}

/** The permissions of a role to look at, in its drawer. */
export function RolePermissions({ row }: { row: EntityRow }) {
  const tree = useMenuTree();
  const held = useMemo(
    () => (tree ? heldBy(tree, row['menuIds'], row['roleKey'] === SUPER_ADMIN) : new Set<string>()),
    [tree, row],
  );
  if (!tree || row['menuIds'] === undefined) return <Skeleton active />;
  return (
    <PermissionTree
      tree={tree}
      held={held}
      readOnly
      height={TREE_HEIGHT}
      onChange={() => undefined}
      tools={<CompareButton name={titleOf(role, row)} held={held} />}
    />
  );
}

const TREE_HEIGHT = 420;

function CompareButton({ name, held }: { name: string; held: ReadonlySet<string> }) {
  const [open, setOpen] = useState(false);
  const tree = useMenuTree();
  return (
    <>
      <Button icon={<SwapOutlined />} onClick={() => setOpen(true)}>
        {t(text.compare)}
      </Button>
      {open && tree && (
        <CompareRoles tree={tree} name={name} held={held} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
