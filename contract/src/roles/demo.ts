import type { BuiltInRole } from '../roles.ts';
import { plantRoles } from './plant.ts';

/** Roles that sites of the demo company made for themselves. */
export const demoRoles: readonly BuiltInRole[] = [
  {
    roleKey: 'night_shift_leader',
    roleName: { zh: '夜班班组长', en: 'Night-shift leader' },
    identity: '2',
    dataScope: '2',
    site: 'NB01',
    description: {
      zh: '夜班无计划员和质量主管在场：在班组长权限外可暂停恢复订单、冻结工件',
      en: 'No planner or quality manager at night: besides a team leader may pause orders and hold pieces',
    },
    grants: [
      ...grantsOf('team_leader'),
      'production:order:pause',
      'production:order:resume',
      'inspection:nonconformity:hold',
    ],
  },
  {
    roleKey: 'outsourced_inspector',
    roleName: { zh: '外协质检', en: 'Outsourced inspector' },
    identity: '2',
    dataScope: '2',
    site: 'CS02',
    description: {
      zh: '外协检验人员：录入检测与探伤记录，查看检测项目与操作说明',
      en: 'Inspectors of a contractor: enter tests and flaw detection, read check items and instructions',
    },
    grants: [
      'inspection:testRecord:R',
      'inspection:testRecord:add',
      'inspection:flawDetection:R',
      'inspection:flawDetection:add',
      'inspection:dynamicBalance:R',
      'inspection:dynamicBalance:add',
      'base:checkItem:R',
      'system:instruction:R',
    ],
  },
];

function grantsOf(roleKey: string): readonly string[] {
  return plantRoles.find((role) => role.roleKey === roleKey)?.grants ?? [];
}
