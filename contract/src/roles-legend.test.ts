import { describe, expect, it } from 'vitest';
import { commonTags, matching, roles, tagsOf } from './roles.ts';
import { COLUMNS, LEGEND } from './roles/legend.testing.ts';
import type { Legend } from './roles/legend.testing.ts';

/** Where a declaration leaves the legend on purpose: decision 25 says why of each. */
const DEVIATIONS: Readonly<Record<string, readonly string[]>> = {
  company_manager: ['project:project:all', 'system:depart:show'],
  plant_manager: ['-base:site:*', 'project:project:all'],
  site_admin: ['system:depart:show'],
  planner: ['-base:site:*', 'base:product:add', 'base:product:import', 'base:product:export'],
  team_leader: ['-base:site:*'],
  equipment_engineer: ['base:gateway:*', 'system:instruction:E', 'system:instruction:submit'],
  tool_keeper: ['-base:site:*', '-base:order:list'],
  inspector: ['-base:site:*', '-base:order:list'],
  warehouse: [
    '-base:site:*',
    '-base:order:list',
    'production:packing:close',
    'production:packing:reopen',
    'production:packing:ship',
    'production:packing:print',
    'production:inventory:adjust',
    'production:inventory:print',
    'production:incoming:submit',
    'production:incoming:print',
  ],
  project_manager: ['system:depart:show', '-edition:*:*', 'edition:*:R'],
  dept_head: ['-edition:*:*', 'edition:*:R'],
  project_reader: ['-edition:*:*'],
  edition_manager: ['task:mine:list'],
  performance_officer: ['project:project:all'],
  auditor: ['system:depart:show'],
};

describe('the roles of the product', () => {
  it.each(roles.filter(({ roleKey }) => roleKey !== 'super_admin'))(
    'hold what the legend gives them: $roleKey',
    (role) => {
      const legend = LEGEND[role.roleKey];
      if (!legend) throw new Error(`The legend has no ${role.roleKey}`);
      const held = tagsOf(role).filter((tag) => !isCommon(tag));
      const given = applied(grantsOf(legend), DEVIATIONS[role.roleKey] ?? []);
      expect(
        held.filter((tag) => !given.has(tag)),
        'more than the legend',
      ).toEqual([]);
      expect(
        [...given].filter((tag) => !held.includes(tag)),
        'less than the legend',
      ).toEqual([]);
    },
  );

  it('leave the legend nowhere without need', () => {
    for (const [roleKey, deviations] of Object.entries(DEVIATIONS)) {
      const legend = grantsOf(LEGEND[roleKey] ?? {});
      for (const one of deviations) {
        const others = deviations.filter((other) => other !== one);
        expect(applied(legend, others), `${roleKey} ${one}`).not.toEqual(
          applied(legend, deviations),
        );
      }
    }
  });
});

/** The legend in the notation of the declarations: `R` of inspection → `inspection:*:R`. */
function grantsOf(legend: Legend): string[] {
  return Object.entries(legend).flatMap(([column, cell]) =>
    cell
      .split(/\s+/)
      .flatMap((word) =>
        word.includes(':')
          ? [word]
          : COLUMNS[column as keyof typeof COLUMNS].map(
              (area) => `${area}:*:${word === 'A' ? '*' : word}`,
            ),
      ),
  );
}

function applied(grants: readonly string[], deviations: readonly string[]): Set<string> {
  const given = new Set<string>();
  for (const grant of [...grants, ...deviations])
    for (const tag of matching(grant))
      if (grant.startsWith('-')) given.delete(tag);
      else if (!isCommon(tag)) given.add(tag);
  return given;
}

/** Home is everybody's; whose figures go out as a file is said at the roles. */
function isCommon(tag: string): boolean {
  return commonTags.includes(tag) || tag === 'home:data:export';
}
