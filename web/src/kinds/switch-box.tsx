import { Switch } from 'antd';
import type { SwitchProps } from 'antd';

/** Antd's switch; a chunk of its own, brought with the first form that has one. */
export default function SwitchBox(props: SwitchProps) {
  return <Switch {...props} />;
}
