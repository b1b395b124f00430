import type { BuiltInRole } from '../roles.ts';

/* Whose projects and tasks a person may touch follows from membership; the grants say what may be done at all. */

const read = ['project:*:R', 'task:*:R', 'edition:*:R'] as const;

/** What the director of a task does with it. */
const ownTasks = [
  'task:task:E',
  'task:task:accept',
  'task:task:delay',
  'task:task:handover',
  'task:task:log',
  'task:workLog:E',
] as const;

const ownPerformance = ['performance:report:R', 'performance:report:appeal'] as const;

const leadPerformance = [
  'performance:report:R',
  'performance:report:export',
  'performance:report:adjust',
  'performance:report:confirm',
  'performance:report:appeal',
  'performance:month:list',
  'performance:month:export',
  'performance:qualityMonth:list',
  'performance:qualityMonth:export',
] as const;

/** Roles of those who build machines and software. */
export const projectRoles: readonly BuiltInRole[] = [
  {
    roleKey: 'project_manager',
    roleName: { zh: '项目经理', en: 'Project manager' },
    identity: '1',
    dataScope: '1',
    description: {
      zh: '负责自己的项目：计划、任务、交接、变更与验收',
      en: 'Answers for the own projects: plan, tasks, hand-offs, changes and acceptance',
    },
    grants: [
      'production:*:R',
      'trace:*:R',
      'base:*:R',
      'project:*:*',
      '-project:project:all',
      '-project:project:restore',
      'task:*:*',
      // Applications and editions belong to no project; releasing them is the version manager's.
      'edition:*:R',
      'quality:*:E',
      'performance:report:R',
      'performance:month:list',
      'performance:qualityMonth:list',
      'system:depart:show',
    ],
  },
  {
    roleKey: 'dept_head',
    roleName: { zh: '部门主管', en: 'Department lead' },
    identity: '2',
    dataScope: '2',
    description: {
      zh: '负责本职能部门：派工、评审、延期审批、工时锁定、日历与绩效',
      en: 'Answers for a functional department: assigns, reviews, decides delays, locks logs, performance',
    },
    grants: [
      'project:*:E',
      'task:*:E',
      'edition:*:R',
      ...ownTasks,
      'task:task:assign',
      'task:task:review',
      'task:workLog:lock',
      'quality:*:E',
      ...leadPerformance,
    ],
  },
  {
    roleKey: 'project_member',
    roleName: { zh: '项目成员', en: 'Project member' },
    identity: '2',
    dataScope: '2',
    description: {
      zh: '完成自己的任务，记工时，办理交接，提出需求',
      en: 'Does own tasks, logs hours, hands over, raises demands',
    },
    grants: [
      ...read,
      ...ownTasks,
      'project:handoff:E',
      'project:handoff:deliver',
      'project:handoff:accept',
      'project:demand:E',
      'project:demand:submit',
      'quality:*:E',
      ...ownPerformance,
    ],
  },
  {
    roleKey: 'project_quality',
    roleName: { zh: '项目质量工程师', en: 'Project quality engineer' },
    identity: '2',
    dataScope: '2',
    description: {
      zh: '确认与验证质量问题，布局核查，完成自己的检验任务',
      en: 'Confirms and verifies issues, checks layouts, does own inspection tasks',
    },
    grants: [
      'inspection:*:R',
      ...read,
      'project:component:check',
      ...ownTasks,
      'quality:*:E',
      'quality:issue:confirm',
      'quality:issue:verify',
      ...ownPerformance,
      'performance:qualityMonth:list',
    ],
  },
  {
    roleKey: 'project_quality_head',
    roleName: { zh: '项目质量主管', en: 'Project quality head' },
    identity: '2',
    dataScope: '2',
    description: {
      zh: '确认关口节点，会签结项，仲裁质量争议',
      en: 'Confirms gates, signs closings, arbitrates disputes',
    },
    grants: [
      'inspection:*:R',
      ...read,
      'project:node:confirm',
      'project:project:close',
      'quality:*:*',
      ...leadPerformance,
    ],
  },
  {
    roleKey: 'component_keeper',
    roleName: { zh: '部件管理员', en: 'Component keeper' },
    identity: '2',
    dataScope: '2',
    description: {
      zh: '管理部件到货、领用、装配与布局核查',
      en: 'Books arrival, issue and fitting of components, checks layouts',
    },
    grants: [...read, 'project:component:*', 'quality:*:R', ...ownPerformance],
  },
  {
    roleKey: 'edition_manager',
    roleName: { zh: '版本管理员', en: 'Version manager' },
    identity: '2',
    dataScope: '2',
    description: {
      zh: '管理应用、版本发布与终端，处理需求',
      en: 'Looks after applications, releases of editions and terminals, enters demands',
    },
    grants: [
      'edition:*:*',
      'project:demand:E',
      // My tasks opens for everybody with a role on the project side.
      'task:mine:list',
      'quality:*:R',
      ...ownPerformance,
    ],
  },
  {
    roleKey: 'performance_officer',
    roleName: { zh: '绩效专员', en: 'Performance officer' },
    identity: '2',
    dataScope: '2',
    description: {
      zh: '生成、公示、锁定月度绩效，答复申诉，维护方案',
      en: 'Makes, publishes and locks monthly performance, answers appeals, keeps the schemes',
    },
    // Figures are traced back to the tasks of every project.
    grants: [...read, 'project:project:all', 'quality:*:R', 'performance:*:*'],
  },
  {
    roleKey: 'project_reader',
    roleName: { zh: '项目访客', en: 'Project reader' },
    identity: '2',
    dataScope: '2',
    description: {
      zh: '外部伙伴：查看被授权的项目，在被授权的节点报进度',
      en: 'Outside partner: reads authorised projects, reports on authorised nodes',
    },
    // No editions: their rows are company-wide, so no authorisation would narrow them.
    grants: ['project:*:R', 'task:*:R', 'project:node:submit', 'task:task:log'],
  },
];
