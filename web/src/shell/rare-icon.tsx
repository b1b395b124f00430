import * as every from '@ant-design/icons';

/** Any icon of the set; for menus edited by hand. */
export default function RareIcon({ name }: { name: string }) {
  const Icon = (every as unknown as Record<string, React.ComponentType<{ 'aria-hidden'?: boolean }> | undefined>)[name];
  return Icon ? <Icon aria-hidden /> : <span className="icon-gap" />;
}
