import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { button } from '../../test/screen.ts';
import { markModuleError } from '../platform/errors.ts';
import { type Locale, setLocale } from '../platform/i18n.ts';
import { pageLoad } from '../platform/page-load.ts';
import { App } from './app.tsx';
import { RouteError } from './error-page.tsx';

/** Renders a page that throws, which the error page replaces. */
function renderFailingPage(error: Error, locale: Locale = 'en') {
  // React and react-router also log the error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Page = (): never => {
    throw error;
  };
  setLocale(locale);
  render(<App router={createMemoryRouter([{ path: '*', Component: Page, ErrorBoundary: RouteError }])} />);
}

it('reports in French that a page has failed, with the English error only in its details', async () => {
  renderFailingPage(new Error('rows is undefined'), 'fr');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Cette page ne peut pas s’afficher');
  expect(alert).toHaveTextContent('Si cela ne suffit pas');
  expect(screen.getByText('rows is undefined').closest('details')).not.toHaveAttribute('open');
});

it('reports that a page could not be loaded because the service is unreachable, and reloads it', async () => {
  const error = new TypeError('Failed to fetch dynamically imported module');
  markModuleError(error);
  renderFailingPage(error);
  expect(await screen.findByRole('heading', { name: 'This page can’t be shown' })).toBeVisible();
  expect(screen.getByText(/^The service can’t be reached/)).toBeVisible();
  expect(screen.queryByText('Technical details')).toBeNull();
  await userEvent.click(await button('Reload the page'));
  expect(pageLoad.reload).toHaveBeenCalledOnce();
});
