import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Prints the weight of the JavaScript that a page needs to start, gzipped. Requires a build. */
const dist = fileURLToPath(new URL('../apps/web/dist/', import.meta.url));

interface Chunk {
  file: string;
  imports?: string[];
}

const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;

const PUBLIC = ['index.html'];
const BACK_OFFICE = ['index.html', 'src/app/shell.tsx'];

/** Bounds in kilobytes (1000 bytes): they notice a library that got into a page by mistake, not a kilobyte. */
const PUBLIC_BOUND = 210;
const BOUND = 450;
/** With the editor of rich text. */
const ARTICLE_BOUND = 600;

/** The pages, their bounds and their entry modules. */
const PAGES: [page: string, bound: number, modules: string[]][] = [
  ['/login', PUBLIC_BOUND, PUBLIC],
  ['/signup', PUBLIC_BOUND, [...PUBLIC, 'src/features/accounts/login/signup.page.tsx']],
  ['/dashboard', BOUND, [...BACK_OFFICE, 'src/features/dashboard/dashboard.page.tsx']],
  ['/members', BOUND, [...BACK_OFFICE, 'src/features/accounts/users/members.page.tsx']],
  ['/admin', BOUND, [...BACK_OFFICE, 'src/features/accounts/users/admin.page.tsx']],
  ['/items', BOUND, [...BACK_OFFICE, 'src/features/items/items.page.tsx']],
  ['/daily-message', BOUND, [...BACK_OFFICE, 'src/features/daily-messages/daily-messages.page.tsx']],
  ['/daily-message/:id', BOUND, [...BACK_OFFICE, 'src/features/daily-messages/editing/message.page.tsx']],
  ['/news', BOUND, [...BACK_OFFICE, 'src/features/news/news.page.tsx']],
  [
    '/news/:id',
    ARTICLE_BOUND,
    [
      ...BACK_OFFICE,
      'src/features/news/editing/article.page.tsx',
      'src/features/news/editing/body-editor.tsx',
    ],
  ],
  ['/broadcast', BOUND, [...BACK_OFFICE, 'src/features/broadcasts/broadcasts.page.tsx']],
  [
    '/broadcast/:id',
    BOUND,
    [
      ...BACK_OFFICE,
      'src/features/broadcasts/broadcast.page.tsx',
      'src/features/broadcasts/compose/broadcast-editor.tsx',
    ],
  ],
  [
    '/broadcast/:id (sent)',
    BOUND,
    [
      ...BACK_OFFICE,
      'src/features/broadcasts/broadcast.page.tsx',
      'src/features/broadcasts/results/broadcast-detail.tsx',
    ],
  ],
  ['/messages', BOUND, [...BACK_OFFICE, 'src/features/messages/messages.page.tsx']],
  [
    '/messages/:id',
    BOUND,
    [
      ...BACK_OFFICE,
      'src/features/messages/messages.page.tsx',
      'src/features/messages/thread/thread-pane.tsx',
    ],
  ],
  ['/rates', BOUND, [...BACK_OFFICE, 'src/features/ratings/rates.page.tsx']],
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

console.log('First-load JavaScript, kB gzipped');
for (const [page, bound, modules] of PAGES) {
  const chunks = modules.reduce((seen, name) => withImports(name, seen), new Set<string>());
  const size = [...chunks].reduce((sum, name) => sum + gzipped(manifest[name]?.file ?? ''), 0);
  if (size > bound) process.exitCode = 1;
  console.log(
    `  ${page.padEnd(24)} ${size.toFixed(1).padStart(6)}${size > bound ? `  more than ${bound}` : ''}`,
  );
}
