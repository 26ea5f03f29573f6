import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { theme } from '../src/app/theme.ts';

const ID = 'virtual:mantine-variables.css';

const IMPORT = /import \{ MantineCssVariables \} from "[^"]*";/;

/**
 * `virtual:mantine-variables.css`: the theme's CSS variables, which Mantine would otherwise put into a
 * `<style>` at run time: the page's Content-Security-Policy allows none. What would do that is left out.
 */
export const mantineVariables = (): Plugin => ({
  name: 'mantine-variables',
  resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
  load: (id) =>
    id === `\0${ID}`
      ? convertCssVariables(defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)), ':root')
      : undefined,
  transform: {
    filter: { id: /\/MantineProvider\/MantineProvider\.mjs/ },
    handler(code) {
      if (!IMPORT.test(code))
        throw new Error('Mantine no longer imports its variables as expected: see this plugin');
      return { code: code.replace(IMPORT, 'const MantineCssVariables = () => null;'), map: null };
    },
  },
});
