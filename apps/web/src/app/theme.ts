import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Teal; the accent of the specification, #009688, is its sixth shade. */
const teal: MantineColorsTuple = [
  '#e0f4f2',
  '#b9e4e0',
  '#86d0c8',
  '#4fb9ae',
  '#26a699',
  '#009688',
  '#00877a',
  '#00766a',
  '#00645a',
  '#004d45',
];

const INTER = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/**
 * No overlay locks scrolling by a `<style>` of its own: global.css does, by what is open. Nor is its header
 * one of the page.
 */
const overlay = { defaultProps: { lockScroll: false, attributes: { header: { role: 'presentation' } } } };
const small = { defaultProps: { size: 'sm' } };

export const theme = createTheme({
  primaryColor: 'teal',
  // White on #00766a is 5.6:1; on the accent itself it would be 3.7:1 (WCAG 2.2, 1.4.3 asks for 4.5:1).
  primaryShade: { light: 7, dark: 7 },
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
    Radio: small,
    Checkbox: small,
  },
});
