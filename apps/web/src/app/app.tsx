import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { useScheme } from '../platform/color-scheme.ts';
import { queryClient } from '../platform/query-client.ts';
import { router } from './router.tsx';
import { theme } from './theme.ts';

export const App = () => {
  const scheme = useScheme();
  return (
    <MantineProvider
      theme={theme}
      // Mantine sets the default first, the forced one an effect later: a frame in between would flash.
      defaultColorScheme={scheme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
};
