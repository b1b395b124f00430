import { Button } from 'antd';
import type { ButtonProps } from 'antd';
import { useState } from 'react';
import { useRest } from './rest.ts';

/** Antd's button that is disabled for two seconds after a click and shows loading while its promise runs. */
export function ActionButton({
  onClick,
  disabled,
  loading,
  ...rest
}: Omit<ButtonProps, 'onClick'> & { onClick?: (event: React.MouseEvent<HTMLElement>) => unknown }) {
  const [resting, rest2s] = useRest();
  const [running, setRunning] = useState(false);
  const click = (event: React.MouseEvent<HTMLElement>) => {
    rest2s();
    const result = onClick?.(event);
    if (!(result instanceof Promise)) return;
    setRunning(true);
    result.catch(() => undefined).finally(() => setRunning(false));
  };
  return (
    <Button
      {...rest}
      disabled={(disabled ?? false) || resting}
      loading={loading ?? running}
      aria-busy={Boolean(loading ?? running)}
      onClick={click}
    />
  );
}
