import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { useScheme } from '../platform/color-scheme.ts';
import { queryClient } from '../platform/query-client.ts';
import type { Router } from './router.tsx';
import { theme } from './theme.ts';

/** For the `<style>` elements of Mantine (Content-Security-Policy). */
const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';

export const App = ({ router }: { router: Router }) => {
  const scheme = useScheme();
  return (
    <MantineProvider
      theme={theme}
      // Mantine applies the forced scheme only in an effect: another default would flash for a frame.
      defaultColorScheme={scheme}
      forceColorScheme={scheme}
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
};
