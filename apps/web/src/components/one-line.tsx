import { Scroller, type ScrollerProps } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** For pointers alone: who uses a keyboard scrolls by moving from link to link. */
const CONTROL = { 'aria-hidden': true, 'aria-label': undefined, tabIndex: -1 } as const;

interface OneLineProps extends ScrollerProps {
  /** What the current link stands for: it is scrolled into view whenever this changes. */
  current: string;
}

/** Links that stay on one line, which scrolls sideways where it is too long. */
export function OneLine({ current, ...props }: OneLineProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const link = root.current?.querySelector('[aria-current]');
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <Scroller
      ref={root}
      role="navigation"
      controlSize={36}
      edgeGradientColor="var(--canvas)"
      startControlProps={CONTROL}
      endControlProps={CONTROL}
      styles={{ content: { gap: 4 } }}
      {...props}
    />
  );
}
