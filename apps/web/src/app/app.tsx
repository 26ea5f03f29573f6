import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { tsr } from '../platform/client.ts';
import { useScheme } from '../platform/color-scheme.ts';
import { queryClient } from '../platform/query-client.ts';
import { router } from './router.tsx';
import { theme } from './theme.ts';

export const App = () => (
  <MantineProvider
    theme={theme}
    forceColorScheme={useScheme()}
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <QueryClientProvider client={queryClient}>
      <tsr.ReactQueryProvider>
        <RouterProvider router={router} />
      </tsr.ReactQueryProvider>
    </QueryClientProvider>
  </MantineProvider>
);
