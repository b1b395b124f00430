import type { DatePickerProps } from 'antd';
import type { Dayjs } from 'dayjs';
import { lazy, Suspense } from 'react';
import './period.css';

const PointPicker = lazy(() => import('./point-picker.tsx'));

/** A picker of one day or instant; its place is kept free until it has come. */
export function LazyPicker(props: DatePickerProps<Dayjs, false>) {
  return (
    <Suspense fallback={<span className="picker-place" />}>
      <PointPicker {...props} />
    </Suspense>
  );
}
