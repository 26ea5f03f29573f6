import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { button } from '../../test/screen.ts';
import { noteModuleError } from '../platform/errors.ts';
import { type Locale, setLocale } from '../platform/i18n.ts';
import { pageLoad } from '../platform/page-load.ts';
import { App } from './app.tsx';
import { RouteError } from './error-page.tsx';

/** Shows what takes the place of a page that throws. */
function openFailing(error: Error, locale: Locale = 'en') {
  // React and react-router write the error to the console, too.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Page = (): never => {
    throw error;
  };
  setLocale(locale);
  render(<App router={createMemoryRouter([{ path: '*', Component: Page, ErrorBoundary: RouteError }])} />);
}

it('says in French that a page fails, with the English error in its details only', async () => {
  openFailing(new Error('rows is undefined'), 'fr');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Cette page ne peut pas s’afficher');
  expect(alert).toHaveTextContent('Si cela ne suffit pas');
  expect(screen.getByText('rows is undefined').closest('details')).not.toHaveAttribute('open');
});

it('says that a page could not be loaded because the service is away, and reloads it', async () => {
  const error = new TypeError('Failed to fetch dynamically imported module');
  noteModuleError(error);
  openFailing(error);
  expect(await screen.findByRole('heading', { name: 'This page can’t be shown' })).toBeVisible();
  expect(screen.getByText(/^The service can’t be reached/)).toBeVisible();
  expect(screen.queryByText('Technical details')).toBeNull();
  await userEvent.click(await button('Reload the page'));
  expect(pageLoad.reload).toHaveBeenCalledOnce();
});
