import { Button } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { t } from './components.texts.ts';
import { ScrollableNav } from './scrollable-nav.tsx';

interface ViewLinksProps {
  /** The first is that of the address without a view. */
  views: readonly { name: string; label: string }[];
  view: string;
}

/** The views of a page, each with an address of its own. The way back, of the browser too, stays what it was. */
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
