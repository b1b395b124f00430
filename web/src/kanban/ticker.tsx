import { useLayoutEffect, useRef, useState } from 'react';

/** A message in one line; one that is longer than the screen is wide moves through it. */
export function Ticker({ text }: { text: string }) {
  const line = useRef<HTMLDivElement>(null);
  const [screens, setScreens] = useState(1);
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 1 } = line.current ?? {};
    setScreens(scrollWidth / clientWidth);
  }, []);
  const isLong = screens > 1;
  return (
    <div ref={line} className={isLong ? 'board-ticker is-long' : 'board-ticker'}>
      <span
        style={isLong ? { animationDuration: `${(1 + screens) * SCREEN_SECONDS}s` } : undefined}
      >
        {text}
      </span>
    </div>
  );
}

/** So long a word stays on the screen. */
const SCREEN_SECONDS = 6;
