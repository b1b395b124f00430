import { directory, hiddenPage, later, page } from './entry.ts';
import type { MenuEntry } from './entry.ts';

/* One row of the tree on two lines: what people see, then what guards it. */

const group = 'project';

// oxfmt-ignore
const myWork = directory('我的工作', 'My work', '/projectUser', 'user', [
  later(page('我的任务', 'My tasks', '/projectUser/myTask', 'solution',
    'task:mine', 'list export')),
  later(page('我的质量任务', 'My quality tasks', '/projectUserQuality/myQuality', 'exception',
    'quality:mine', 'list export')),
  later(page('任务日志', 'Task log', '/taskLog/taskLogList', 'history',
    'task:workLog', 'list query add edit remove export import lock')),
  later(hiddenPage('任务详情', 'Task detail', '/projectUser/taskDetail/:id/:type', '/projectUser/myTask')),
  // The path has its own spelling, but two folders that differ in case alone cannot live on every disk.
  later(hiddenPage('任务详情', 'Task detail', '/projectuser/taskTitleDetail/:id', '/projectUser/myTask',
    { component: 'projectUser/taskTitleDetail' })),
  later(hiddenPage('质量详情', 'Quality detail', '/projectUserQuality/qualityDetail/:id/:type', '/projectUserQuality/myQuality')),
], { group });

// oxfmt-ignore
const projects = directory('项目管理', 'Project management', '/project', 'project', [
  later(page('项目总览', 'Projects', '/project/projectList', 'project',
    'project:project', 'list query add edit remove export import copy print confirm suspend close reopen cancel all freeOrder restore')),
  page('ERP订单', 'ERP orders', '/project/erpOrder', 'container',
    'project:erpOrder', 'list query export import notForProjects'),
  later(page('软件部项目', 'Software projects', '/project/softwareProject', 'code',
    'task:software', 'list export')),
  later(page('工作日历', 'Working calendar', '/project/workCalendar', 'calendar',
    'project:calendar', 'list edit import')),
  later(page('节点模板', 'Node templates', '/project/nodeTemplate', 'deployment-unit',
    'project:nodeTemplate', 'list query add edit remove export import copy')),
  later(hiddenPage('软件部任务', 'Software tasks', '/project/task/:orderCode/:shortName/:machine', '/project/softwareProject')),
], { group });

// oxfmt-ignore
const design = directory('设计部', 'Design', '/designProject', 'highlight', [
  later(page('设计部项目', 'Design projects', '/designProject/designProjectList', 'highlight',
    'task:design', 'list export')),
  later(hiddenPage('设计部任务', 'Design tasks', '/designProject/designTask/:orderCode/:shortName/:machine',
    '/designProject/designProjectList')),
], { group });

// oxfmt-ignore
const research = directory('研发部', 'Research', '/researchProject', 'experiment', [
  later(page('研发部项目', 'Research projects', '/researchProject/researchProjectList', 'experiment',
    'task:research', 'list export')),
  later(hiddenPage('研发部任务', 'Research tasks', '/researchProject/researchTask/:orderCode/:shortName/:machine',
    '/researchProject/researchProjectList')),
], { group });

// oxfmt-ignore
const productionDepartment = directory('生产部', 'Production department', '/productProject', 'build', [
  later(page('生产部项目', 'Production projects', '/productProject/productProjectList', 'build',
    'task:product', 'list export')),
  later(page('部件总览', 'Components', '/component/componentList', 'block',
    'project:component', 'list query add edit remove export import print status hold check')),
  later(hiddenPage('生产部任务', 'Production tasks', '/productProject/productTask/:orderCode/:anotherName',
    '/productProject/productProjectList')),
  later(hiddenPage('部件管理', 'Component management', '/component/management/:orderCode/:shortName/:machine',
    '/component/componentList')),
], { group });

// oxfmt-ignore
const collaboration = directory('项目协同', 'Collaboration', '/projectteam', 'share-alt', [
  later(page('项目协同', 'Project collaboration', '/projectteam/collaboration', 'share-alt',
    'project:collaboration', 'list export remark setHealth remind')),
  later(page('部门交接', 'Hand-offs', '/projectteam/handoff', 'swap',
    'project:handoff', 'list query add edit remove export deliver accept')),
  later(page('变更申请', 'Change requests', '/projectteam/change', 'diff',
    'project:change', 'list query add edit remove export assess decide')),
  later(page('需求管理', 'Demands', '/projectteam/demand', 'bulb',
    'project:demand', 'list query add edit remove export import submit review plan change close')),
  later(hiddenPage('需求详情', 'Demand detail', '/projectteam/demandDetail/:id(\\d+)', '/projectteam/demand')),
], { group });

// oxfmt-ignore
const nodes = directory('任务节点', 'Task nodes', '/taskNode', 'node-index', [
  later(page('项目授权', 'Project authorization', '/taskNode/projectAuthorization', 'safety',
    'project:nodeAuth', 'list query add edit remove export copy')),
  later(hiddenPage('任务节点管理', 'Task nodes', '/taskNode/node/:orderCode/:shortName/:machine/:id',
    '/projectteam/collaboration')),
], { group });

// oxfmt-ignore
const quality = directory('项目质量', 'Project quality', '/projectQuality', 'safety-certificate', [
  later(page('质量管理', 'Quality management', '/projectQuality/qualityManage', 'audit',
    'quality:issue', 'list query add edit remove export import confirm arbitrate verify postpone')),
  later(hiddenPage('质量详情', 'Quality detail', '/projectQuality/qualityManageTaskTitleDetail/:id',
    '/projectQuality/qualityManage')),
], { group });

// oxfmt-ignore
const editions = directory('版本管理', 'Versions', '/edition', 'tags', [
  later(page('应用管理', 'Applications', '/application/applicationList', 'appstore-add',
    'edition:application', 'list query add edit remove export')),
  later(page('终端管理', 'Terminals', '/terminal/terminalList', 'mobile',
    'edition:terminal', 'list query add edit remove export import print assign')),
  later(hiddenPage('版本管理', 'Version management', '/edition/manage/:applyName/:id', '/application/applicationList')),
], { group });

// oxfmt-ignore
const performance = directory('绩效管理', 'Performance', '/performances', 'bar-chart', [
  later(page('绩效报表', 'Performance reports', '/performances/performanceReport', 'user',
    'performance:report', 'list query export generate publish adjust confirm lock appeal remind')),
  later(page('月度绩效', 'Monthly performance', '/performanceMonth/performanceReportMonth', 'calendar',
    'performance:month', 'list export')),
  later(page('月度质量绩效', 'Monthly quality performance', '/performanceQualityMonth/performanceQualityReportMonth', 'pie-chart',
    'performance:qualityMonth', 'list export')),
  later(page('绩效方案', 'Schemes', '/performances/scheme', 'control',
    'performance:scheme', 'list query add edit publish')),
  later(hiddenPage('绩效报表详情', 'Performance report detail', '/performances/performanceReportDetail/:id',
    '/performances/performanceReport')),
  later(hiddenPage('月度绩效详情', 'Monthly performance detail',
    '/performanceMonth/performanceReportMonthDetail/:director/:monthYear/:directorName/:workScore',
    '/performanceMonth/performanceReportMonth')),
  later(hiddenPage('月度质量绩效详情', 'Monthly quality performance detail',
    '/performanceQualityMonth/performanceQualityReportMonthDetail/:director/:directorName/:monthYear/:fatalCount/:severeCount/:generalCount/:minorCount',
    '/performanceQualityMonth/performanceQualityReportMonth')),
], { group });

/** Top entries of the group 项目 / Projects. */
export const projectMenu: readonly MenuEntry[] = [
  myWork,
  projects,
  design,
  research,
  productionDepartment,
  collaboration,
  nodes,
  quality,
  editions,
  performance,
];
