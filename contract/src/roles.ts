import type { Text } from './kernel/text.ts';
import { allTags } from './menu.ts';
import { everyRoleTags } from './menu/loose-tags.ts';
import { companyRoles } from './roles/company.ts';
import { plantRoles } from './roles/plant.ts';
import { projectRoles } from './roles/project.ts';
import { specialistRoles } from './roles/specialist.ts';

/** 1 company-wide, 2 site, 3 customer: the `userIdentity` of people who hold the role. */
export type Identity = '1' | '2' | '3';

/** A role as it comes with the product. */
export interface BuiltInRole {
  readonly roleKey: string;
  readonly roleName: Text;
  readonly identity: Identity;
  /** Dictionary `data_scope`: 1 all sites, 2 the site. */
  readonly dataScope: '1' | '2' | '3' | '4';
  readonly description: Text;
  /**
   * What it may do, read from left to right: `area:entity:what`, where entity may be `*` and what is an action,
   * `*` for all, `R` to read (list, query) or `E` to enter (R and add, edit, import, export).
   * A leading minus takes away what stands before it.
   */
  readonly grants: readonly string[];
  /** Institution code of the site that owns it; absent = all sites. */
  readonly site?: string;
  /** People sign in with it; a screen has a token instead. */
  readonly signsIn?: false;
}

/** The twenty-five roles in the order of the roles page. */
export const roles: readonly BuiltInRole[] = orderOf(
  [...companyRoles, ...plantRoles, ...specialistRoles, ...projectRoles],
  `super_admin company_manager plant_manager site_admin planner team_leader operator process_engineer
   equipment_engineer tool_keeper inspector quality_manager warehouse project_manager dept_head project_member
   project_quality project_quality_head component_keeper edition_manager performance_officer project_reader
   customer_viewer auditor screen`,
);

/** Tags that everybody with a role holds: home, lock-screen password, suggestions. */
export const commonTags: readonly string[] = ['home:data:list', ...everyRoleTags];

/** Everything that a role may do, as exact tags; `*:*:*` stays as it is, so that it covers tags of later releases. */
export function tagsOf(role: BuiltInRole): string[] {
  if (role.grants.includes('*:*:*')) return ['*:*:*'];
  const held = new Set(role.signsIn === false ? [] : commonTags);
  for (const grant of role.grants) {
    for (const tag of matching(grant)) {
      if (grant.startsWith('-')) held.delete(tag);
      else held.add(tag);
    }
  }
  return allTags().filter((tag) => held.has(tag));
}

/** Tags that one grant of a role speaks of, the minus left aside. */
export function matching(grant: string): string[] {
  const [area, entity, what = ''] = grant.replace(/^-/, '').split(':');
  const actions = LEVELS[what] ?? [what];
  return parsed
    .filter(
      (tag) =>
        (area === '*' || area === tag.area) &&
        (entity === '*' || entity === tag.entity) &&
        (what === '*' || actions.includes(tag.action)),
    )
    .map(({ tag }) => tag);
}

const parsed = allTags().map((tag) => {
  const [area = '', entity = '', action = ''] = tag.split(':');
  return { tag, area, entity, action };
});

const LEVELS: Readonly<Record<string, readonly string[]>> = {
  R: ['list', 'query'],
  E: ['list', 'query', 'add', 'edit', 'import', 'export'],
};

function orderOf(all: readonly BuiltInRole[], order: string): BuiltInRole[] {
  const keys = order.split(/\s+/);
  return all.toSorted((one, other) => keys.indexOf(one.roleKey) - keys.indexOf(other.roleKey));
}
