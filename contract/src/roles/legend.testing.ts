/** A column of the legend of roles, and the areas of tags that it speaks of. */
export const COLUMNS = {
  production: ['production', 'trace'],
  equipment: ['equipment'],
  inspection: ['inspection'],
  maintenance: ['maintenance'],
  tool: ['tool'],
  base: ['base'],
  alarm: ['alarm'],
  log: ['log'],
  system: ['system'],
  project: ['project', 'task', 'edition'],
  quality: ['quality'],
  performance: ['performance'],
} as const;

export type Legend = Partial<Record<keyof typeof COLUMNS, string>>;

const traces = 'trace:*:R production:productTrace:R production:workpiece:R';
const keeping = 'base:checkItem:* base:reasonCode:* base:regularInspection:*';
const ownTasks = 'task:task:E task:task:accept task:task:delay task:task:handover task:task:log';
const own = 'performance:report:R performance:report:appeal';
const lead = `${own} performance:report:export performance:report:adjust performance:report:confirm`;

/**
 * The legend of roles as the design has it: by column R (read), E (enter), A (all), a bare action for the whole
 * column, or tags where it names pages and functions. A column that is left out gives nothing.
 */
export const LEGEND: Readonly<Record<string, Legend>> = {
  company_manager: {
    production: 'R export',
    equipment: 'R',
    inspection: 'R export',
    maintenance: 'R',
    tool: 'R',
    base: 'R',
    alarm: 'R',
    log: 'R',
    project: 'R export project:project:reopen project:project:cancel project:change:decide',
    quality: 'R export',
    performance: 'R export performance:report:confirm',
  },
  plant_manager: {
    production:
      'E production:order:complete production:order:close production:order:reopen production:inventory:approve',
    equipment: 'R export',
    inspection: 'R export inspection:nonconformity:dispose',
    maintenance: 'R export',
    tool: 'R',
    base: 'R',
    alarm: 'R',
    log: 'log:alarm:R',
    system: 'system:instruction:R system:kanban:R system:kanban:refresh',
    project: 'R',
    quality: 'R',
  },
  site_admin: {
    production: 'R',
    equipment: 'R',
    inspection: 'R',
    maintenance: 'R',
    tool: 'R',
    base: 'A',
    alarm: 'A',
    log: 'R export',
    system:
      'system:user:* system:role:* system:dict:R system:instruction:* system:kanban:* system:session:*',
  },
  planner: {
    production: 'R production:order:* -production:order:reopen production:plan:*',
    equipment: 'R',
    inspection: 'R',
    maintenance: 'R',
    tool: 'R',
    base: 'R base:line:E',
  },
  team_leader: {
    production: 'E production:plan:issue -production:order:* production:order:R',
    equipment: 'R equipment:downtime:classify equipment:*:setStatus',
    inspection: 'E inspection:spotCheck:explain',
    maintenance: 'R maintenance:record:complete',
    tool: 'R tool:data:replace tool:message:ack tool:message:handle',
    base: 'R',
    log: 'log:alarm:R log:alarm:ack',
    system: 'system:instruction:R',
  },
  operator: {
    production: 'R production:workpiece:report production:packing:E',
    equipment: 'R equipment:downtime:classify',
    inspection: 'inspection:testRecord:R inspection:testRecord:add',
    maintenance: 'maintenance:record:E maintenance:repair:E',
    tool: 'R tool:data:replace',
    system: 'system:instruction:R',
  },
  process_engineer: {
    production: 'R trace:heatTreatment:E',
    equipment: 'R',
    inspection: 'E inspection:chart:limit',
    maintenance: 'R',
    tool: 'E tool:data:shape tool:data:write',
    base: `base:product:* base:procedure:* base:station:* ${keeping}`,
    alarm: 'R',
    log: 'log:dnc:R',
    system: 'system:instruction:*',
  },
  equipment_engineer: {
    production: 'R',
    equipment: 'A',
    inspection: 'R',
    maintenance: 'A',
    tool: 'R',
    base: 'base:equipment:E base:line:E',
    alarm: 'A',
    log: 'log:equipmentState:R log:alarm:R log:dnc:R log:communication:R',
    system: 'system:kanban:R system:kanban:refresh',
  },
  tool_keeper: { equipment: 'R', inspection: 'R', tool: 'A', base: 'R' },
  inspector: {
    production: `${traces} production:incoming:R production:incoming:submit`,
    equipment: 'R',
    inspection: 'E inspection:flawDetection:review',
    base: 'R',
    system: 'system:instruction:R',
  },
  quality_manager: {
    production: `${traces} trace:*:export production:productTrace:export production:productTrace:impact
      production:workpiece:export production:incoming:R production:incoming:accept production:incoming:concession
      production:incoming:reject trace:heatTreatment:release`,
    equipment: 'R',
    inspection: 'A',
    maintenance: 'R',
    tool: 'R',
    base: keeping,
    alarm: 'R',
    log: 'log:operate:R',
    system: 'system:instruction:*',
    quality: 'R',
  },
  warehouse: {
    production:
      'production:packing:E production:inventory:E production:incoming:E trace:rod:E trace:block:E',
    inspection: 'R',
    base: 'R',
  },
  project_manager: {
    production: 'R',
    base: 'R',
    project: 'A -project:project:all -project:project:restore',
    quality: 'E',
    performance: 'performance:report:R performance:month:list performance:qualityMonth:list',
  },
  dept_head: {
    project: `E ${ownTasks} task:task:assign task:task:review task:workLog:lock`,
    quality: 'E',
    performance: `${lead} performance:month:list performance:month:export performance:qualityMonth:list
      performance:qualityMonth:export`,
  },
  project_member: {
    project: `R ${ownTasks} task:workLog:E project:handoff:E project:handoff:deliver project:handoff:accept
      project:demand:E project:demand:submit`,
    quality: 'E',
    performance: own,
  },
  project_quality: {
    inspection: 'R',
    project: `R ${ownTasks} task:workLog:E project:component:check`,
    quality: 'E quality:issue:confirm quality:issue:verify',
    performance: `${own} performance:qualityMonth:list`,
  },
  project_quality_head: {
    inspection: 'R',
    project: 'R project:node:confirm project:project:close',
    quality: 'A',
    performance: `${lead} performance:month:list performance:month:export performance:qualityMonth:list
      performance:qualityMonth:export`,
  },
  component_keeper: { project: 'R project:component:*', quality: 'R', performance: own },
  edition_manager: { project: 'edition:*:* project:demand:E', quality: 'R', performance: own },
  performance_officer: { project: 'R', quality: 'R', performance: 'A' },
  project_reader: { project: 'R project:node:submit task:task:log' },
  customer_viewer: {
    production: `production:order:R production:packing:R ${traces}`,
    inspection: 'R',
  },
  auditor: { log: 'R export', system: 'system:user:R system:role:R' },
  screen: {},
};
