import { DatePicker } from 'antd';
import type { DatePickerProps } from 'antd';
import type { Dayjs } from 'dayjs';

/** Antd's picker of one day or instant; a chunk of its own, brought with the first form that has one. */
export default function PointPicker(props: DatePickerProps<Dayjs, false>) {
  return <DatePicker {...props} />;
}
