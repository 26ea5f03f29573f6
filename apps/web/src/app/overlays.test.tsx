import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import { anAccount, aSuperuser } from '../../test/accounts.ts';
import { renderPart } from '../../test/render.tsx';
import { button } from '../../test/screen.ts';
import { destinationsOf } from './menu.ts';
import { type Overlay, Overlays } from './overlays.tsx';

const CurrentPath = () => <output>{useLocation().pathname}</output>;

function open({ user = aSuperuser(), areShortcutsOn = true } = {}) {
  const onOpen = vi.fn<(overlay: Overlay | undefined) => void>();
  const create = vi.fn<() => void>();
  const opened = renderPart(
    <>
      <Overlays user={user} areShortcutsOn={areShortcutsOn} opened={undefined} onOpen={onOpen} />
      <CurrentPath />
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

const currentPath = () => screen.getByRole('status').textContent;

it.each(destinationsOf(aSuperuser()).map(({ key, path }) => [key, path] as const))(
  'opens with the keys g and %s the page %s',
  async (key, path) => {
    const { user } = open();
    await user.keyboard(`g${key}`);
    expect(currentPath()).toBe(path);
  },
);

it('gives each page a unique key', () => {
  const keys = destinationsOf(aSuperuser()).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(10);
});

it('opens with keys only the pages that the user may see', async () => {
  const { user } = open({ user: anAccount() });
  await user.keyboard('gm');
  expect(currentPath()).toBe('/');
  await user.keyboard('ge');
  expect(currentPath()).toBe('/items');
});

it('focuses the list search with a slash, even on a French keyboard, and does not type the slash', async () => {
  const { user } = open();
  const search = screen.getByRole('searchbox');
  await user.keyboard('/');
  expect(search).toHaveFocus();
  expect(search).toHaveValue('');
  search.blur();
  fireEvent.keyDown(document.body, { key: '/', code: 'Period', shiftKey: true });
  expect(search).toHaveFocus();
});

it('clicks the create button with c, and opens the help with a question mark', async () => {
  const { user, create, onOpen } = open();
  await user.keyboard('c');
  expect(create).toHaveBeenCalledOnce();
  await user.keyboard('{Shift>}?{/Shift}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('help');
});

it('ignores keys that have no target on the page', async () => {
  const { user, create, onOpen } = open();
  await user.keyboard('ejkrtx');
  fireEvent.keyDown(document.body, { key: 'c', code: 'KeyC', ctrlKey: true });
  fireEvent.keyDown(document.body, { key: 'c', code: 'KeyC', repeat: true });
  expect(create).not.toHaveBeenCalled();
  expect(onOpen).not.toHaveBeenCalled();
});

it.each(['Search', 'Text', 'In a dialog'])(
  'ignores single-key shortcuts while “%s” has focus, but not Ctrl+K',
  async (name) => {
    const { user, create, onOpen } = open();
    const element = screen.queryByLabelText(name) ?? screen.getByText(name);
    element.focus();
    await user.keyboard('gm/?c');
    expect(currentPath()).toBe('/');
    expect(create).not.toHaveBeenCalled();
    expect(onOpen).not.toHaveBeenCalled();
    await user.keyboard('{Control>}k{/Control}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith('palette');
  },
);

it('handles single-key shortcuts while a checkbox has focus', async () => {
  const { user, create } = open();
  screen.getByLabelText('Choose').focus();
  await user.keyboard('c');
  expect(create).toHaveBeenCalledOnce();
});

it('ignores single-key shortcuts if they are turned off, but not Ctrl+K', async () => {
  const { user, create, onOpen } = open({ areShortcutsOn: false });
  await user.keyboard('gm?c');
  expect(currentPath()).toBe('/');
  expect(create).not.toHaveBeenCalled();
  expect(onOpen).not.toHaveBeenCalled();
  await user.keyboard('{Control>}k{/Control}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('palette');
});

it('ignores Ctrl+K if an editor has handled it', () => {
  const { onOpen } = open();
  const text = screen.getByLabelText('Text');
  text.addEventListener('keydown', (event) => event.preventDefault());
  fireEvent.keyDown(text, { key: 'k', code: 'KeyK', ctrlKey: true });
  expect(onOpen).not.toHaveBeenCalled();
});

it('opens the palette with its button', async () => {
  const { user, onOpen } = open();
  await user.click(await button('Search or go to…Ctrl K'));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('palette');
});

it('moves through the rows of a list with j and k, and selects the focused one with x', async () => {
  const { user } = renderPart(
    <main>
      <Overlays user={aSuperuser()} areShortcutsOn opened={undefined} onOpen={() => {}} />
      <table>
        <tbody>
          {['One', 'Two'].map((name) => (
            <tr key={name}>
              <td>
                <input type="checkbox" aria-label={`Select ${name}`} />
                <a href={`#${name}`}>{name}</a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>,
  );
  const link = (name: string) => screen.getByRole('link', { name });
  const checkbox = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
  await user.keyboard('x');
  await user.keyboard('j');
  expect(link('One')).toHaveFocus();
  await user.keyboard('jj');
  expect(link('Two')).toHaveFocus();
  await user.keyboard('x');
  expect(checkbox('Two')).toBeChecked();
  expect(checkbox('One')).not.toBeChecked();
  await user.keyboard('kk');
  expect(link('One')).toHaveFocus();
});

it('moves between the rows of a list that is no table, to the main action of each', async () => {
  const { user } = renderPart(
    <main>
      <Overlays user={aSuperuser()} areShortcutsOn opened={undefined} onOpen={() => {}} />
      <ol className="rows">
        {['One', 'Two'].map((name) => (
          <li key={name}>
            <a href="#member">Ada</a>
            <button type="button" data-main>
              {`Reply ${name}`}
            </button>
          </li>
        ))}
      </ol>
    </main>,
  );
  await user.keyboard('jj');
  expect(screen.getByRole('button', { name: 'Reply Two' })).toHaveFocus();
  await user.keyboard('k');
  expect(screen.getByRole('button', { name: 'Reply One' })).toHaveFocus();
});
