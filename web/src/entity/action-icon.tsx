import {
  CheckOutlined, CopyOutlined, DeleteOutlined, EditOutlined, LockOutlined, PauseOutlined, CaretRightOutlined, PrinterOutlined,
  RollbackOutlined, SendOutlined, ScissorOutlined, StopOutlined, ThunderboltOutlined, CheckCircleOutlined, KeyOutlined, UnlockOutlined,
  DesktopOutlined, LogoutOutlined, SafetyOutlined, TeamOutlined, UserSwitchOutlined, PlusOutlined, UnorderedListOutlined, ApiOutlined, QrcodeOutlined,
} from '@ant-design/icons';

const ICONS: Readonly<Record<string, React.ComponentType<{ 'aria-hidden'?: boolean }>>> = {
  edit: EditOutlined,
  remove: DeleteOutlined,
  send: SendOutlined,
  pause: PauseOutlined,
  play: CaretRightOutlined,
  check: CheckOutlined,
  lock: LockOutlined,
  stop: StopOutlined,
  rollback: RollbackOutlined,
  copy: CopyOutlined,
  split: ScissorOutlined,
  print: PrinterOutlined,
  key: KeyOutlined,
  unlock: UnlockOutlined,
  add: PlusOutlined,
  api: ApiOutlined,
  qr: QrcodeOutlined,
  list: UnorderedListOutlined,
  desktop: DesktopOutlined,
  logout: LogoutOutlined,
  safety: SafetyOutlined,
  team: TeamOutlined,
  'user-switch': UserSwitchOutlined,
  'check-circle': CheckCircleOutlined,
};

/** The icon of an action by the name that its declaration gives; unknown names get a plain one. */
export function ActionIcon({ name }: { name: string | undefined }) {
  const Icon = ICONS[name ?? ''] ?? ThunderboltOutlined;
  return <Icon aria-hidden />;
}
