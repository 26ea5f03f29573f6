import { globSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import type { PageRoute } from '../src/platform/feature.ts';

const ROOT = resolve(import.meta.dirname, '../src');
/** Modules that every page of the back-office needs. */
const BACK_OFFICE = ['app/shell.tsx', 'app/superusers-only.tsx'].map((file) => resolve(ROOT, file));

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

interface PageFiles extends Pick<PageRoute, 'path' | 'access'> {
  module: string;
  firstView: string | undefined;
}

/** The pages as in their routes, and their modules; `/news/new` before `/news/:id`. */
async function readPages(): Promise<PageFiles[]> {
  const files = globSync('features/*/*.routes.ts', { cwd: ROOT }).map((file) => resolve(ROOT, file));
  const pages = files.map(async (file) => {
    const [routes = []] = Object.values((await import(file)) as Record<string, PageRoute[]>);
    const imported = (load: () => unknown) => {
      const module = /import\(['"]([^'"]+)['"]\)/.exec(String(load))?.[1];
      if (!module) throw new Error(`${file} does not import what ${String(load)} loads`);
      return resolve(dirname(file), module);
    };
    return routes.map(({ path, access, load, firstView }) => ({
      path,
      access,
      module: imported(load),
      firstView: firstView && imported(firstView),
    }));
  });
  const hasParameter = ({ path }: PageFiles) => Number(path.includes(':'));
  return (await Promise.all(pages)).flat().toSorted((one, other) => hasParameter(one) - hasParameter(other));
}

/** The files of a module with those of all that it imports. */
function filesOf(module: string, chunks: Chunks, files = new Set<string>()): Set<string> {
  const chunk = chunks.get(module);
  if (!chunk || chunk.isEntry || files.has(chunk.fileName)) return files;
  files.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const imported of chunk.imports) filesOf(imported, chunks, files);
  return files;
}

/**
 * Names the files of each page in the HTML, so that `boot.js` preloads them: the browser would otherwise ask for
 * them after it has loaded and run the first script.
 */
export const preloads = (): Plugin => ({
  name: 'preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(_, { bundle = {} }) {
      const chunks: Chunks = new Map(
        Object.values(bundle)
          .filter((file) => file.type === 'chunk')
          .flatMap((chunk) => [
            [chunk.fileName, chunk],
            ...(chunk.facadeModuleId ? [[chunk.facadeModuleId, chunk] as const] : []),
          ]),
      );
      const files: string[] = [];
      const numbersOf = (needed: Iterable<string>) =>
        [...needed].map((file) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1));
      const shell = new Set(BACK_OFFICE.flatMap((module) => [...filesOf(module, chunks)]));
      const pages = (await readPages()).map(({ path, access, module, firstView }) => {
        const before = access === 'guest' || access === 'public' ? [] : shell;
        const ofPage = filesOf(module, chunks, new Set(before));
        const ofView = firstView ? [...filesOf(firstView, chunks, new Set(ofPage))] : [];
        const viewOnly = numbersOf(ofView.filter((file) => !ofPage.has(file)));
        return [path, access, ...numbersOf(ofPage), ...viewOnly.map((number) => `?${number}`)].join(' ');
      });
      const attrs = { name: 'preloads', content: pages.join(','), 'data-files': files.join(' ') };
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }];
    },
  },
});
