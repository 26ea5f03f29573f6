import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Teal; the accent of the specification, #009688, is its sixth shade. */
const teal: MantineColorsTuple = [
  '#e0f4f2',
  '#b9e4e0',
  '#86d0c8',
  '#4fb9ae',
  '#26a699',
  '#009688',
  '#008478',
  '#00786d',
  '#00645a',
  '#004d45',
];

/** The accent itself, as Mantine's components name it. */
const ACCENT = 'teal.5';

const INTER = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/**
 * No overlay locks scrolling by a `<style>` of its own: global.css does, by what is open. Nor is its header
 * one of the page.
 */
const overlay = { defaultProps: { lockScroll: false, attributes: { header: { role: 'presentation' } } } };
const small = { defaultProps: { size: 'sm' } };
/** Marks are read without being text: 3:1 is enough. */
const mark = { defaultProps: { size: 'sm', color: ACCENT } };

export const theme = createTheme({
  primaryColor: 'teal',
  // White text on #008478 is 4.6:1; on the accent itself it would be 3.7:1 (WCAG 2.2, 1.4.3 asks for 4.5:1).
  primaryShade: 6,
  colors: { teal },
  fontFamily: INTER,
  headings: { fontFamily: INTER, fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: overlay,
    Drawer: overlay,
    Button: small,
    Textarea: small,
    Radio: mark,
    Checkbox: mark,
    Switch: { defaultProps: { color: ACCENT } },
  },
});
