import type { Plugin } from 'vite';

/**
 * sonner writes its styles into a `<style>` when it is loaded, which the page's Content-Security-Policy does
 * not allow: the same styles come from its `styles.css` (src/platform/toaster.tsx), so that call is taken out.
 */
export const sonnerWithoutStyles = (): Plugin => ({
  name: 'sonner-without-styles',
  transform(code, id) {
    if (!/\/sonner\/dist\/index\.mjs/.test(id)) return undefined;
    const stripped = code.replace(/^__insertCSS\(".*"\);?$/m, '');
    if (stripped === code)
      throw new Error('sonner no longer inserts its styles as expected: see this plugin');
    return { code: stripped, map: null };
  },
});
