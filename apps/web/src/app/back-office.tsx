import '@mantine/core/styles.css';
import 'virtual:mantine-variables.css';
import './mantine.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from 'react-error-boundary';
import { tsr } from '../platform/client.ts';
import { useScheme } from '../platform/color-scheme.ts';
import { useLocale } from '../platform/i18n.ts';
import { queryClient } from '../platform/query-client.ts';
import { ErrorPage } from './error-page.tsx';
import { HistoryRouter } from './history-router.tsx';
import { Pages } from './pages.tsx';
import { theme } from './theme.ts';

export function render(root: HTMLElement): void {
  createRoot(root).render(
    <StrictMode>
      <BackOffice />
    </StrictMode>,
  );
}

function BackOffice() {
  useLocale();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={useScheme()}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ErrorBoundary FallbackComponent={ErrorPage}>
        <QueryClientProvider client={queryClient}>
          <tsr.ReactQueryProvider>
            <HistoryRouter>
              {(isLoading) => (
                <Suspense>
                  <Pages isLoading={isLoading} />
                </Suspense>
              )}
            </HistoryRouter>
          </tsr.ReactQueryProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}
