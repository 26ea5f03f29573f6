import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { theme } from '../src/app/theme.ts';

const ID = 'virtual:mantine-variables.css';

/**
 * `virtual:mantine-variables.css`: the theme's CSS variables, which Mantine would otherwise put into a
 * `<style>` at run time: the page's Content-Security-Policy allows none.
 */
export const mantineVariables = (): Plugin => ({
  name: 'mantine-variables',
  resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
  load: (id) =>
    id === `\0${ID}`
      ? convertCssVariables(defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)), ':root')
      : undefined,
});
