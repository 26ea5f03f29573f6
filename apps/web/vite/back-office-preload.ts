import type { Plugin } from 'vite';

/** Names the scripts of the back-office in the page, so that `boot.js` preloads them where somebody is signed in. */
export const backOfficePreload = (): Plugin => ({
  name: 'back-office-preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter(
        (file) => file.type === 'chunk' && ['back-office', 'menu', 'shell'].includes(file.name),
      );
      const content = chunks.map(({ fileName }) => `/${fileName}`).join(' ');
      return [{ tag: 'meta', attrs: { name: 'back-office', content }, injectTo: 'head-prepend' }];
    },
  },
});
