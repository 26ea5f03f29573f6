import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { contractRoutes } from './vite/contract-routes.ts';
import { mantineStyles } from './vite/mantine-styles.ts';
import { mantineVariables } from './vite/mantine-variables.ts';
import { mantineWithoutScrolling } from './vite/mantine-without-scrolling.ts';
import { preloads } from './vite/preloads.ts';
import { sonnerWithoutStyles } from './vite/sonner-without-styles.ts';

const api = `http://localhost:${process.env['PORT'] ?? 8000}`;

/**
 * Shared by many, but loaded when a dialog, a menu or a form opens. A component that belongs here and is missing
 * shows up in `pnpm size`.
 */
const LATER = new RegExp(
  [
    /floating-ui|remove-scroll|use-(sidecar|callback-ref)@|style-singleton|get-nonce|tslib|focus-trap|src\/features\/(?!accounts\/accounts\.(users|preferences)\.queries)/,
    // These belong to the native select.
    /\/Combobox\/(?!ComboboxChevron|Combobox\.module|get-parsed)/,
    /\/(Avatar|Menu|Modal\w*|Popover|Portal|Overlay|ScrollArea|FocusTrap|Floating\w*|Radio|SegmentedControl|Select|Textarea|SimpleGrid)\//,
    /\/(dialog|initials|date-(field|rules)|time-zone-field|typed-date|draft(-notice)?|counted-field|unsaved-guard|use-password-prompt)\.tsx?$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** In development the page comes from Vite, and everything else from the API beside it. */
export default defineConfig({
  plugins: [
    react(),
    contractRoutes(),
    mantineStyles(),
    mantineVariables(),
    mantineWithoutScrolling(),
    preloads(),
    sonnerWithoutStyles(),
    compression({ include: /\.(js|css|svg|html|woff2)$/, exclude: /index\.html$/ }),
  ],
  build: {
    target: 'es2023',
    // The Content-Security-Policy has no place for data: addresses.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // The HTML names the scripts of each page (vite/preloads.ts): not in the entry, too.
      resolveDependencies: (_, files, { hostId }) =>
        hostId.includes('/index-') ? files.filter((file) => file.endsWith('.css')) : files,
    },
    rolldownOptions: {
      output: {
        // Few files: over HTTP/1.1 a browser loads six at a time, each for a round trip at least.
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'], priority: 2 },
            // Calls, which every page makes.
            { name: 'client', test: /@ts-rest|platform\/(client|toast)\.|virtual:contract/, priority: 2 },
            // Icons and words of the menu: one file instead of one each.
            {
              name: 'menu',
              test: /@tabler|app\/(menu|features|shell\.texts)\.ts|\.feature(\.texts)?\.ts|messages\.counts|audited/,
              priority: 1,
            },
            // Sign-in needs both, a list only the inputs.
            {
              name: 'inputs',
              test: new RegExp(
                [
                  /\/(Input|InputBase|TextInput|CloseButton|Anchor)[./]/,
                  /\/(random-id|use-(id|uncontrolled|resolved-styles-api|busy)|get-style-object|after-press|mod-key|localized|rules|shared\/(limits|email)|punycode)[.\w]*$/,
                ]
                  .map(({ source }) => source)
                  .join('|'),
              ),
              priority: 1,
              includeDependenciesRecursively: false,
            },
            {
              name: 'forms',
              test: /@mantine\/form|klona|fast-deep-equal|PasswordInput|password-field|submit-button|account-rules|detail-text|use-(form|submit|submit-with-toast)\.|accounts\.login/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // Each of these names would stand in the entry.
            { name: 'help', test: /\.help\.texts\.ts$/, priority: 1 },
            { name: 'list-buttons', test: /components\/(bulk-buttons|(export|new)-button)/, priority: 1 },
            { name: 'new-password', test: /new-password|password-strength/, priority: 1 },
            {
              name: 'link-actions',
              test: /confirm-email|undo-email|unsubscribe|link-action|accounts\.recovery/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: 'audit-words', test: /\.audit(\.texts)?\.ts$/, priority: 1 },
            { name: 'error-texts', test: /[-.]errors\.texts\.ts$/, priority: 1 },
            {
              name: 'back-office',
              test: (id) => !LATER.test(id),
              minShareCount: 7,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': api, '/docs': api, '/health': api, '/mailbox': api, '/pushes': api },
  },
});
