import { afterEach, expect, it, vi } from 'vitest';
import { isModuleError } from '../platform/errors.ts';
import { pageLoad } from '../platform/page-load.ts';
import { loadOrReload, reloadOnceAfterDeploy } from './reload.ts';

let listener: EventListenerOrEventListenerObject | undefined;

afterEach(() => {
  if (listener) window.removeEventListener('vite:preloadError', listener);
});

function listen(path?: string): void {
  const { addEventListener } = window;
  const spy = vi.spyOn(window, 'addEventListener');
  spy.mockImplementation((name: string, added: EventListenerOrEventListenerObject) => {
    listener = added;
    addEventListener.call(window, name, added);
  });
  reloadOnceAfterDeploy(() =>
    path ? { pathname: path, search: '', hash: '', state: null, key: '' } : undefined,
  );
  spy.mockRestore();
}

/** Loads a page whose module is missing. @returns its error, and whether it stays pending because of a reload */
async function loadMissing(message = 'Failed to fetch dynamically imported module: /assets/x.js') {
  const error = new TypeError(message);
  const failure = loadOrReload(() => {
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
    return Promise.reject(error);
  }).catch((thrown: unknown) => thrown);
  const isPending = await Promise.race([
    failure.then(() => false),
    new Promise((resolve) => setTimeout(resolve, 50, true)),
  ]);
  return { error, isPending };
}

const answerBoot = (isReachable: boolean) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() =>
      isReachable ? Promise.resolve(new Response()) : Promise.reject(new TypeError('no network')),
    );

it('reloads to the requested page if its module is missing after a deploy, at most once a minute', async () => {
  const boot = answerBoot(true);
  listen('/items');
  const first = await loadMissing();
  expect(first.isPending).toBe(true);
  expect(boot.mock.lastCall).toEqual(['/boot.js', { method: 'HEAD', cache: 'no-store' }]);
  expect(pageLoad.open).toHaveBeenCalledExactlyOnceWith('/items');
  const second = await loadMissing();
  expect(second.isPending).toBe(false);
  expect(isModuleError(second.error)).toBe(true);
  expect(pageLoad.open).toHaveBeenCalledOnce();
});

it('reloads the current page if one of its modules is missing', async () => {
  answerBoot(true);
  listen();
  await loadMissing();
  expect(pageLoad.reload).toHaveBeenCalledOnce();
});

it('does not reload while the service is unreachable, so that the page and its input are kept', async () => {
  answerBoot(false);
  listen('/items');
  const { error, isPending } = await loadMissing();
  expect(isPending).toBe(false);
  expect(isModuleError(error)).toBe(true);
  expect(pageLoad.open).not.toHaveBeenCalled();
  expect(pageLoad.reload).not.toHaveBeenCalled();
});

it('does not treat an error thrown by a module as a failure to load it', async () => {
  answerBoot(false);
  listen('/items');
  const { error } = await loadMissing('rows is undefined');
  expect(isModuleError(error)).toBe(false);
});
