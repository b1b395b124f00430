import { InputNumber } from 'antd';
import type { InputNumberProps } from 'antd';

/** Antd's box of one number; a chunk of its own, brought with the first form that has one. */
export default function NumberBox(props: InputNumberProps) {
  return <InputNumber {...props} />;
}
