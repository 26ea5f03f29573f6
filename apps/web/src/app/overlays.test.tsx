import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import { anAccount, aSuperuser } from '../../test/accounts.ts';
import { renderPart } from '../../test/render.tsx';
import { button } from '../../test/screen.ts';
import { destinationsOf } from './menu.ts';
import { type Overlay, Overlays } from './overlays.tsx';

const Here = () => <output>{useLocation().pathname}</output>;

function open({ user = aSuperuser(), areShortcutsOn = true } = {}) {
  const onOpen = vi.fn<(overlay: Overlay | undefined) => void>();
  const create = vi.fn<() => void>();
  const opened = renderPart(
    <>
      <Overlays user={user} areShortcutsOn={areShortcutsOn} opened={undefined} onOpen={onOpen} />
      <Here />
      <input type="search" aria-label="Search" data-shortcut="/" />
      <input type="checkbox" aria-label="Choose" />
      <textarea aria-label="Text" />
      <button type="button" data-shortcut="c" onClick={create}>
        Create
      </button>
      <div role="dialog">
        <button type="button">In a dialog</button>
      </div>
    </>,
  );
  return { onOpen, create, ...opened };
}

const here = () => screen.getByRole('status').textContent;

it.each(destinationsOf(aSuperuser()).map(({ key, path }) => [key, path] as const))(
  'opens by the keys g and %s the page %s',
  async (key, path) => {
    const { user } = open();
    await user.keyboard(`g${key}`);
    expect(here()).toBe(path);
  },
);

it('gives each page a key of its own', () => {
  const keys = destinationsOf(aSuperuser()).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(10);
});

it('opens by keys only the pages that the user may see', async () => {
  const { user } = open({ user: anAccount() });
  await user.keyboard('gm');
  expect(here()).toBe('/');
  await user.keyboard('ge');
  expect(here()).toBe('/items');
});

it('focuses the search of a list, also by the slash of a French keyboard, and writes no slash into it', async () => {
  const { user } = open();
  const search = screen.getByRole('searchbox');
  await user.keyboard('/');
  expect(search).toHaveFocus();
  expect(search).toHaveValue('');
  search.blur();
  fireEvent.keyDown(document.body, { key: '/', code: 'Period', shiftKey: true });
  expect(search).toHaveFocus();
});

it('presses the button that creates, and opens the help', async () => {
  const { user, create, onOpen } = open();
  await user.keyboard('c');
  expect(create).toHaveBeenCalledOnce();
  await user.keyboard('{Shift>}?{/Shift}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('help');
});

it('does nothing by keys that nothing on the page is for', async () => {
  const { user, create, onOpen } = open();
  await user.keyboard('ejkrtx');
  fireEvent.keyDown(document.body, { key: 'c', code: 'KeyC', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'c', code: 'KeyC', repeat: true });
  expect(create).not.toHaveBeenCalled();
  expect(onOpen).not.toHaveBeenCalled();
});

it.each(['Search', 'Text', 'In a dialog'])(
  'takes no key for a shortcut at “%s”, but Ctrl+K',
  async (name) => {
    const { user, create, onOpen } = open();
    const place = screen.queryByLabelText(name) ?? screen.getByText(name);
    place.focus();
    await user.keyboard('gm/?c');
    expect(here()).toBe('/');
    expect(create).not.toHaveBeenCalled();
    expect(onOpen).not.toHaveBeenCalled();
    await user.keyboard('{Control>}k{/Control}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('palette');
  },
);

it('takes keys for shortcuts at a checkbox, where nothing is typed', async () => {
  const { user, create } = open();
  screen.getByLabelText('Choose').focus();
  await user.keyboard('c');
  expect(create).toHaveBeenCalledOnce();
});

it('has no single keys once they are turned off, but Ctrl+K', async () => {
  const { user, create, onOpen } = open({ areShortcutsOn: false });
  await user.keyboard('gm?c');
  expect(here()).toBe('/');
  expect(create).not.toHaveBeenCalled();
  expect(onOpen).not.toHaveBeenCalled();
  await user.keyboard('{Control>}k{/Control}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('palette');
});

it('leaves Ctrl+K to an editor that has used it', () => {
  const { onOpen } = open();
  const text = screen.getByLabelText('Text');
  text.addEventListener('keydown', (event) => event.preventDefault());
  fireEvent.keyDown(text, { key: 'k', code: 'KeyK', ctrlKey: true });
  expect(onOpen).not.toHaveBeenCalled();
});

it('opens the palette by its button', async () => {
  const { user, onOpen } = open();
  await user.click(await button('Search or go to…Ctrl K'));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('palette');
});
