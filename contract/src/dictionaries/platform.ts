import { editable, fixed } from './dictionary.ts';

/** Shell, people, system and logs. */
export const platformDictionaries = [
  fixed('enable_status', '启用状态', 'Enabled status', [
    ['1', '启用', 'Enabled'],
    ['0', '停用', 'Disabled', { color: 'warn' }],
  ]),
  fixed('user_identity', '用户身份', 'User identity', [
    ['1', '公司级', 'Company-wide'],
    ['2', '厂区级', 'Site'],
    ['3', '客户', 'Customer'],
  ]),
  editable('customer_type', '客户类型', 'Customer type', [
    ['0', '内部', 'Internal', { isDefault: true }],
    ['1', '整车厂', 'OEM'],
    ['2', '经销', 'Dealer'],
  ]),
  fixed('depart_type', '部门类型', 'Department type', [
    ['company', '公司', 'Company'],
    ['site', '厂区', 'Site'],
    ['department', '部门', 'Department'],
  ]),
  fixed('data_scope', '数据范围', 'Data scope', [
    ['1', '全部', 'All'],
    ['2', '本厂区', 'Site'],
    ['3', '本部门及以下', 'Department and below'],
    ['4', '仅本人', 'Self'],
  ]),
  fixed('business_type', '业务类型', 'Business type', [
    ['0', '其他', 'Other'],
    ['1', '新增', 'Add'],
    ['2', '修改', 'Edit'],
    ['3', '删除', 'Delete', { color: 'warn' }],
    ['4', '授权', 'Grant'],
    ['5', '导出', 'Export'],
    ['6', '导入', 'Import'],
    ['7', '强退', 'Kick', { color: 'warn' }],
    ['8', '同步', 'Sync'],
    ['9', '切换厂区', 'Switch site'],
    ['10', '拒绝', 'Denied', { color: 'bad' }],
    ['11', '流转', 'Transition'],
  ]),
  fixed('log_status', '日志状态', 'Log status', [
    ['0', '正常', 'Normal'],
    ['1', '异常', 'Abnormal', { color: 'bad' }],
  ]),
  fixed('login_event', '登录事件', 'Sign-in event', [
    ['1', '登录', 'Sign-in'],
    ['2', '退出', 'Sign-out'],
    ['3', '过期', 'Expired'],
    ['4', '强退', 'Forced', { color: 'warn' }],
    ['5', '解锁失败', 'Unlock failed', { color: 'bad' }],
  ]),
  editable('instruction_type', '操作说明类型', 'Instruction type', [
    ['sop', '作业指导书', 'Work instruction'],
    ['manual', '操作手册', 'Operating manual'],
    ['maintenance', '保养手册', 'Maintenance manual'],
    ['safety', '安全须知', 'Safety'],
    ['quality', '检验标准', 'Inspection standard'],
  ]),
  fixed('instruction_state', '操作说明状态', 'Instruction state', [
    ['draft', '草稿', 'Draft'],
    ['pending', '待审', 'Pending', { color: 'warn' }],
    ['published', '已发布', 'Published', { color: 'ok' }],
    ['obsolete', '作废', 'Obsolete'],
  ]),
  fixed('kanban_command', '看板指令', 'Kanban command', [
    ['refresh', '刷新', 'Refresh'],
    ['reload', '重载', 'Reload'],
    ['page', '切页', 'Switch page'],
    ['message', '滚动消息', 'Message'],
    ['identify', '识别', 'Identify'],
    ['restart', '重启客户端', 'Restart client'],
  ]),
  fixed('kanban_orientation', '看板方向', 'Kanban orientation', [
    ['landscape', '横屏', 'Landscape'],
    ['portrait', '竖屏', 'Portrait'],
  ]),
  fixed('notification_type', '通知类型', 'Notification type', [
    ['1', '定检与抽检', 'Inspection due'],
    ['2', '刀具', 'Tool'],
    ['3', '保养', 'Maintenance'],
    ['4', '质量', 'Quality'],
    ['5', '操作说明', 'Instruction'],
    ['6', '项目', 'Project'],
  ]),
  fixed('priority', '优先级', 'Priority', [
    ['1', '紧急', 'Urgent', { color: 'bad' }],
    ['2', '高', 'High', { color: 'warn' }],
    ['3', '中', 'Medium', { isDefault: true }],
    ['4', '低', 'Low'],
  ]),
  fixed('severity', '严重程度', 'Severity', [
    ['1', '致命', 'Fatal', { color: 'bad' }],
    ['2', '严重', 'Severe', { color: 'bad' }],
    ['3', '一般', 'General', { color: 'warn' }],
    ['4', '轻微', 'Minor'],
  ]),
] as const;
