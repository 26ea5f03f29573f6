import { basename } from 'node:path';
import type { Plugin } from 'vite';

const ID = 'virtual:mantine-styles';
const COMPONENT = '**/@mantine/core/esm/**/*.module.mjs';

const ALL = ['styles.layer.css'];
const COMMON = ['baseline', 'default-css-variables', 'global'].map((name) => `styles/${name}.layer.css`);
const imports = (files: string[]) => files.map((file) => `import '@mantine/core/${file}';\n`).join('');

/**
 * `virtual:mantine-styles`: Mantine's style sheets, in its layer. In a build each component loads its own, so
 * that a page loads those of the components that it uses; during development, all are loaded at once.
 */
export function mantineStyles(): Plugin {
  let isBuild = false;
  return {
    name: 'mantine-styles',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? imports(isBuild ? COMMON : ALL) : undefined),
    transform: {
      filter: { id: COMPONENT },
      handler: (code, id) =>
        isBuild ? imports([`styles/${basename(id, '.module.mjs')}.layer.css`]) + code : undefined,
    },
  };
}
