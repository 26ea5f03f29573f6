/**
 * Loads of a new document, which discard the state of the page. Methods of an object, so that component tests
 * can spy on them: jsdom does not navigate.
 */
export const pageLoad = {
  replace: (path: string): void => window.location.replace(path),
  open: (path: string): void => window.location.assign(path),
  reload: (): void => window.location.reload(),
};
