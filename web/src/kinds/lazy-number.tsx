import type { InputNumberProps } from 'antd';
import { lazy, Suspense } from 'react';
import './period.css';

const NumberBox = lazy(() => import('./number-box.tsx'));

/** A box of one number; its place is kept free until it has come. */
export function LazyNumber(props: InputNumberProps) {
  return (
    <Suspense fallback={<span className="picker-place" />}>
      <NumberBox {...props} />
    </Suspense>
  );
}
