import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * Checks the size of the JavaScript that a page needs to start, gzipped, against its budget. Requires a
 * build.
 */
const dist = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));

interface Chunk {
  file: string;
  imports?: string[];
}

const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;

const PUBLIC = ['index.html'];
const BACK_OFFICE = ['index.html', 'src/app/shell.tsx'];

/**
 * Bounds per kind of page, 1.3 times what the libraries weigh with Vite's defaults: they notice a library that got into
 * a page by mistake, not a kilobyte. Sign-in is mostly React, react-router, Mantine, TanStack Query and ts-rest.
 */
const OPEN = 220;
const LIST = 305;
const EDITOR = 440;

/** Budget per page in kilobytes (1000 bytes) of gzipped JavaScript, and its entry modules. */
const PAGES: [page: string, budget: number, modules: string[]][] = [
  ['/login', OPEN, [...PUBLIC, 'src/features/accounts/login/login.page.tsx']],
  ['/signup', OPEN, [...PUBLIC, 'src/features/accounts/login/signup.page.tsx']],
  ['/members', LIST, [...BACK_OFFICE, 'src/features/accounts/users/members.page.tsx']],
  ['/admin', LIST, [...BACK_OFFICE, 'src/features/accounts/users/admin.page.tsx']],
  ['/items', LIST, [...BACK_OFFICE, 'src/features/items/items.page.tsx']],
  [
    '/daily-message',
    LIST,
    [
      ...BACK_OFFICE,
      'src/features/daily-messages/daily-messages.page.tsx',
      'src/features/daily-messages/calendar/calendar-view.tsx',
    ],
  ],
  [
    '/daily-message?view=list',
    LIST,
    [
      ...BACK_OFFICE,
      'src/features/daily-messages/daily-messages.page.tsx',
      'src/features/daily-messages/list/messages-view.tsx',
    ],
  ],
  ['/daily-message/:id', EDITOR, [...BACK_OFFICE, 'src/features/daily-messages/editing/message.page.tsx']],
  ['/news', LIST, [...BACK_OFFICE, 'src/features/news/news.page.tsx']],
  [
    '/news/:id',
    EDITOR,
    [
      ...BACK_OFFICE,
      'src/features/news/editing/article.page.tsx',
      'src/features/news/editing/body-editor.tsx',
    ],
  ],
  ['/broadcast', LIST, [...BACK_OFFICE, 'src/features/broadcasts/broadcasts.page.tsx']],
  [
    '/broadcast/:id',
    EDITOR,
    [
      ...BACK_OFFICE,
      'src/features/broadcasts/broadcast.page.tsx',
      'src/features/broadcasts/compose/broadcast-editor.tsx',
    ],
  ],
  [
    '/broadcast/:id (sent)',
    EDITOR,
    [
      ...BACK_OFFICE,
      'src/features/broadcasts/broadcast.page.tsx',
      'src/features/broadcasts/results/broadcast-detail.tsx',
    ],
  ],
  ['/messages', LIST, [...BACK_OFFICE, 'src/features/messages/messages.page.tsx']],
  [
    '/messages/:id',
    EDITOR,
    [
      ...BACK_OFFICE,
      'src/features/messages/messages.page.tsx',
      'src/features/messages/thread/thread-pane.tsx',
    ],
  ],
  ['/rates', LIST, [...BACK_OFFICE, 'src/features/ratings/rates.page.tsx']],
];

/** A chunk with its static imports; dynamic imports are not part of the first load. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no ${name}`);
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const imported of chunk.imports ?? []) withImports(imported, seen);
  return seen;
}

const sizes = new Map<string, number>();
function gzipped(file: string): number {
  const size = sizes.get(file) ?? gzipSync(readFileSync(dist + file), { level: 9 }).length / 1000;
  sizes.set(file, size);
  return size;
}

let isTooLarge = false;
console.log('First-load JavaScript, kB gzipped');
for (const [page, budget, modules] of PAGES) {
  const chunks = modules.reduce((seen, name) => withImports(name, seen), new Set<string>());
  const size = [...chunks].reduce((sum, name) => sum + gzipped(manifest[name]?.file ?? ''), 0);
  isTooLarge ||= size > budget;
  console.log(
    `  ${page.padEnd(24)} ${size.toFixed(1).padStart(6)} of ${budget}${size > budget ? '  TOO LARGE' : ''}`,
  );
}
process.exitCode = isTooLarge ? 1 : 0;
