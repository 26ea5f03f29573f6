import { Scroller, type ScrollerProps } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './scrollable-nav.module.css';

/** For pointers only: with a keyboard, moving from link to link scrolls. */
const CONTROL = { 'aria-hidden': true, 'aria-label': undefined, tabIndex: -1 } as const;

interface ScrollableNavProps extends ScrollerProps {
  /**
   * Identifies the current link. When it changes, also when its text is loaded, the link is scrolled into
   * view.
   */
  current: string;
}

/** Links on one line, which scrolls horizontally if it is too long. */
export function ScrollableNav({ current, ...props }: ScrollableNavProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const link = root.current?.querySelector('[aria-current]');
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  useEffect(() => {
    // Scroller updates its controls when it is scrolled or resized, but not when its links change.
    const content = root.current?.querySelector('[role="presentation"] > *');
    if (!content) return;
    const observer = new ResizeObserver(() => content.parentElement?.dispatchEvent(new Event('scroll')));
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  return (
    <Scroller
      ref={root}
      role="navigation"
      controlSize={36}
      edgeGradientColor="var(--canvas)"
      startControlProps={CONTROL}
      endControlProps={CONTROL}
      styles={{ content: { gap: 4 } }}
      classNames={classes}
      {...props}
    />
  );
}
