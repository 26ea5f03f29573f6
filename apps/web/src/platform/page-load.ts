/**
 * Loads of the whole document, which leave no state of the page behind. Methods of an object, so that component tests
 * can observe them: jsdom does not navigate.
 */
export const pageLoad = {
  replace: (path: string): void => window.location.replace(path),
  open: (path: string): void => window.location.assign(path),
  reload: (): void => window.location.reload(),
};
