import { createTheme, type MantineColorsTuple } from '@mantine/core';

/** Teal; the sixth shade, #009688, is the accent of the specification. */
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

/** Shades of the dark mode, from text to the backdrop of the page (global.css). */
const dark: MantineColorsTuple = [
  '#e8efee',
  '#c9d4d2',
  '#a5b4b1',
  '#8b9a97',
  '#465552',
  '#2a3634',
  '#111918',
  '#161e1d',
  '#1e2827',
  '#0f1514',
];

/** Mantine's name for the accent colour. */
const ACCENT = 'teal.5';

const INTER = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/**
 * global.css locks scrolling while an overlay is open, instead of a `<style>` per overlay. The overlay's
 * header is not a page landmark.
 */
const overlay = {
  defaultProps: { lockScroll: false, padding: 'lg', attributes: { header: { role: 'presentation' } } },
};
/** Most fields are required, so labels mark the optional ones instead. */
const field = { defaultProps: { size: 'sm', withAsterisk: false } };
const small = { defaultProps: { size: 'sm' } };
/** Graphical objects only need a contrast of 3:1. */
const graphic = { defaultProps: { size: 'sm', color: ACCENT } };

export const theme = createTheme({
  primaryColor: 'teal',
  // White on #008478 has a contrast of 4.6:1; on the accent only 3.7:1 (WCAG 2.2, 1.4.3: 4.5:1).
  primaryShade: 6,
  colors: { teal, dark },
  fontFamily: INTER,
  fontSizes: { xs: '0.8125rem', xl: '1.5rem' },
  headings: {
    fontFamily: INTER,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.125rem', lineHeight: '1.25' },
      h3: { fontSize: '1rem', lineHeight: '1.25' },
    },
  },
  defaultRadius: 'md',
  // Two elevations: what lies on the page, and what lies over it.
  shadows: { xs: 'var(--shadow)', md: 'var(--shadow-over)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: overlay,
    Drawer: overlay,
    Button: small,
    TextInput: field,
    PasswordInput: field,
    NativeSelect: field,
    Textarea: { defaultProps: { ...field.defaultProps, resize: 'vertical' } },
    Text: small,
    Group: { defaultProps: { gap: 'xs' } },
    Anchor: { defaultProps: { inherit: true } },
    Badge: {
      defaultProps: { tt: 'none', fw: 600, size: 'lg', radius: 'xl', h: 22, px: 8, fz: 'xs' },
      // On the middle of the capitals of the title beside it.
      styles: { root: { verticalAlign: '0.125em', letterSpacing: 0 } },
    },
    NavLink: {
      styles: {
        root: { borderRadius: 'var(--mantine-radius-md)' },
        label: { fontWeight: 600, whiteSpace: 'nowrap' },
      },
    },
    Paper: { defaultProps: { withBorder: true, p: 'lg', shadow: 'xs' } },
    // A portal would be outside the landmarks of the page.
    Menu: {
      defaultProps: {
        withinPortal: false,
        // A menu contains only items (WAI-ARIA 1.2, menu).
        withInitialFocusPlaceholder: false,
        shadow: 'md',
        transitionProps: { duration: 0 },
        loop: true,
      },
    },
    Table: {
      defaultProps: {
        horizontalSpacing: 'sm',
        verticalSpacing: 6,
        borderColor: 'var(--line)',
        highlightOnHoverColor: 'color-mix(in srgb, var(--surface-sunken) 55%, transparent)',
        stickyHeaderOffset: 'var(--app-shell-header-height)',
      },
      styles: { th: { fontSize: '0.8125rem', fontWeight: 600, color: 'var(--ink-soft)' } },
    },
    Radio: graphic,
    Checkbox: graphic,
    Switch: { defaultProps: { color: ACCENT } },
  },
});
