import {
  CheckOutlined,
  CopyOutlined,
  DeleteOutlined,
  EditOutlined,
  LockOutlined,
  PauseOutlined,
  CaretRightOutlined,
  PrinterOutlined,
  ReloadOutlined,
  RollbackOutlined,
  SendOutlined,
  ScissorOutlined,
  StopOutlined,
  ThunderboltOutlined,
  CheckCircleOutlined,
  KeyOutlined,
  UnlockOutlined,
  DesktopOutlined,
  LogoutOutlined,
  SafetyOutlined,
  TeamOutlined,
  UserSwitchOutlined,
  PlusOutlined,
  UnorderedListOutlined,
  ApiOutlined,
  QrcodeOutlined,
} from '@ant-design/icons';

const ICONS: Readonly<
  Record<string, React.ComponentType<{ 'aria-hidden'?: boolean; className?: string }>>
> = {
  edit: EditOutlined,
  remove: DeleteOutlined,
  send: SendOutlined,
  pause: PauseOutlined,
  play: CaretRightOutlined,
  check: CheckOutlined,
  lock: LockOutlined,
  stop: StopOutlined,
  reload: ReloadOutlined,
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

/** The icon of an action by the name that its declaration gives; unknown names get a plain one. A menu adds its class. */
export function ActionIcon({ name, className }: { name: string | undefined; className?: string }) {
  const Icon = ICONS[name ?? ''] ?? ThunderboltOutlined;
  return <Icon aria-hidden {...(className ? { className } : {})} />;
}
