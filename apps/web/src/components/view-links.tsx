import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { t } from './components.texts.ts';
import { ScrollableNav } from './scrollable-nav.tsx';

interface ViewLinksProps {
  /** The first view has no parameter in the address. */
  views: readonly { name: string; label: string }[];
  view: string;
}

/**
 * Links to the views of a page, each with its own address. They replace the history entry and keep its state,
 * so that going back leads to the previous page.
 */
export function ViewLinks({ views, view }: ViewLinksProps) {
  const { state } = useLocation();
  return (
    <ScrollableNav aria-label={t.views} current={view} mb="lg">
      {views.map(({ name, label }, index) => (
        <Button
          key={name}
          component={Link}
          to={index === 0 ? '?' : `?view=${name}`}
          state={state}
          replace
          {...(name === view
            ? { 'aria-current': 'page', variant: 'light' }
            : { variant: 'subtle', color: 'gray' })}
        >
          {label}
        </Button>
      ))}
    </ScrollableNav>
  );
}
