import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';

interface StepButtonsProps {
  readonly canUp: boolean;
  readonly canDown: boolean;
  /** Beside a row, where there is little room. */
  readonly small?: boolean;
  readonly onStep: (by: -1 | 1) => void;
}

/** Two buttons that move something a place up or down in its order. */
export function StepButtons({ canUp, canDown, small = false, onStep }: StepButtonsProps) {
  const look = small ? ({ type: 'text', size: 'small' } as const) : {};
  return (
    <>
      <Button
        {...look}
        icon={<ArrowUpOutlined aria-hidden />}
        disabled={!canUp}
        aria-label={t(entityText.moveUp)}
        title={t(entityText.moveUp)}
        onClick={() => onStep(-1)}
      />
      <Button
        {...look}
        icon={<ArrowDownOutlined aria-hidden />}
        disabled={!canDown}
        aria-label={t(entityText.moveDown)}
        title={t(entityText.moveDown)}
        onClick={() => onStep(1)}
      />
    </>
  );
}
