import { describe, expect, it } from 'vitest';
import { expectBoth, repeated } from './catalogue.testing.ts';
import { allTags } from './menu.ts';
import { commonTags, matching, roles, tagsOf } from './roles.ts';
import { demoRoles } from './roles/demo.ts';

const everyRole = [...roles, ...demoRoles];

describe('roles', () => {
  it('are twenty-five, with unique keys and words in both languages', () => {
    expect(roles).toHaveLength(25);
    expect(demoRoles).toHaveLength(2);
    expect(repeated(everyRole.map((role) => role.roleKey))).toEqual([]);
    for (const role of everyRole) {
      expect(role.roleKey).toMatch(/^[a-z][a-z0-9_]{1,49}$/);
      expectBoth(role.roleName, role.roleKey);
      expectBoth(role.description, role.roleKey);
      expect(role.roleName.zh.length).toBeLessThanOrEqual(30);
    }
  });

  it('speak only of tags that exist', () => {
    for (const role of everyRole) {
      for (const grant of role.grants)
        expect(matching(grant), `${role.roleKey} ${grant}`).not.toEqual([]);
    }
  });

  it('see all sites only with identity 1', () => {
    for (const role of everyRole)
      expect(role.dataScope === '1', role.roleKey).toBe(role.identity === '1');
  });

  it('hold home, lock password and suggestions, screens excepted', () => {
    for (const role of everyRole.filter((candidate) => candidate.roleKey !== 'super_admin')) {
      const tags = tagsOf(role);
      if (role.signsIn === false) expect(tags).toEqual([]);
      else expect(tags).toEqual(expect.arrayContaining([...commonTags]));
    }
  });

  it('S195 give the super administrator the wildcard', () => {
    expect(tagsOf(role('super_admin'))).toEqual(['*:*:*']);
  });

  it('take away what a minus names', () => {
    const planner = tagsOf(role('planner'));
    expect(planner).toContain('production:order:release');
    expect(planner).not.toContain('production:order:reopen');
    expect(planner).toEqual(
      expect.arrayContaining(['base:product:add', 'base:product:import', 'base:product:export']),
    );
    expect(planner).not.toContain('base:product:edit');
    expect(planner).not.toContain('base:product:remove');
    const leader = tagsOf(role('team_leader'));
    expect(leader).toContain('production:order:list');
    expect(leader).not.toContain('production:order:add');
  });

  it('read levels R and E as the table of roles says', () => {
    expect(matching('base:line:R')).toEqual(['base:line:list', 'base:line:query']);
    expect(matching('base:line:E')).toHaveLength(6);
    expect(matching('base:line:*')).toHaveLength(8);
  });

  it('open the page of orders only to those who may see orders', () => {
    for (const role of everyRole) {
      const tags = tagsOf(role);
      if (tags.includes('base:order:list'))
        expect(tags, role.roleKey).toContain('production:order:list');
    }
  });

  it('open the page of sites only to those who may call its list', () => {
    for (const role of everyRole) {
      const tags = tagsOf(role);
      if (tags.includes('base:site:list'))
        expect(tags, role.roleKey).toContain('system:depart:show');
    }
  });

  it('keep log rows and duties apart', () => {
    expect(allTags().filter((tag) => /^log:.*:(edit|remove)$/.test(tag))).toEqual([]);
    const auditor = tagsOf(role('auditor')).filter((tag) =>
      /^system:(user|role|menu|dict|setting):/.test(tag),
    );
    expect(auditor).toEqual([
      'system:user:list',
      'system:user:query',
      'system:role:list',
      'system:role:query',
    ]);
  });
});

function role(key: string) {
  const found = roles.find((candidate) => candidate.roleKey === key);
  if (!found) throw new Error(`No role ${key}`);
  return found;
}
