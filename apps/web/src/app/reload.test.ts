import { afterEach, expect, it, vi } from 'vitest';
import { isModuleError } from '../platform/errors.ts';
import { pageLoad } from '../platform/page-load.ts';
import { loadOrReload, reloadOnceAfterDeploy } from './reload.ts';

let listener: EventListenerOrEventListenerObject | undefined;

afterEach(() => {
  if (listener) window.removeEventListener('vite:preloadError', listener);
});

function follow(path?: string): void {
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

/** Loads a page whose module is missing. @returns its error, unless the page is reloaded for it */
async function loadMissing(message = 'Failed to fetch dynamically imported module: /assets/x.js') {
  const error = new TypeError(message);
  const failure = loadOrReload(() => {
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
    return Promise.reject(error);
  }).catch((thrown: unknown) => thrown);
  const isHeld = await Promise.race([
    failure.then(() => false),
    new Promise((resolve) => setTimeout(resolve, 50, true)),
  ]);
  return { error, isHeld };
}

const answerBoot = (isThere: boolean) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() =>
      isThere ? Promise.resolve(new Response()) : Promise.reject(new TypeError('no network')),
    );

it('opens the wanted page by a load when its module is missing after a deploy, once a minute', async () => {
  const boot = answerBoot(true);
  follow('/items');
  const first = await loadMissing();
  expect(first.isHeld).toBe(true);
  expect(boot.mock.lastCall).toEqual(['/boot.js', { method: 'HEAD', cache: 'no-store' }]);
  expect(pageLoad.open).toHaveBeenCalledExactlyOnceWith('/items');
  const second = await loadMissing();
  expect(second.isHeld).toBe(false);
  expect(isModuleError(second.error)).toBe(true);
  expect(pageLoad.open).toHaveBeenCalledOnce();
});

it('loads the shown page again when a part of it is missing', async () => {
  answerBoot(true);
  follow();
  await loadMissing();
  expect(pageLoad.reload).toHaveBeenCalledOnce();
});

it('loads nothing again while the service is away, so that the page and its input stay', async () => {
  answerBoot(false);
  follow('/items');
  const { error, isHeld } = await loadMissing();
  expect(isHeld).toBe(false);
  expect(isModuleError(error)).toBe(true);
  expect(pageLoad.open).not.toHaveBeenCalled();
  expect(pageLoad.reload).not.toHaveBeenCalled();
});

it('does not take an error of a module for one that could not be loaded', async () => {
  answerBoot(false);
  follow('/items');
  const { error } = await loadMissing('rows is undefined');
  expect(isModuleError(error)).toBe(false);
});
