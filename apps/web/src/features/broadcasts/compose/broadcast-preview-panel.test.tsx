import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../../../test/render.tsx';
import { PreviewPanel } from './broadcast-preview-panel.tsx';

const FRENCH = { fr: { title: 'Bonjour', body: 'À tous' }, en: null };
const phone = () => within(screen.getByRole('figure'));

it('previews a notification with the current date in the language of the member', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-01T10:00:00Z') });
  const fields = {
    translations: { fr: { title: 'Bonjour', body: 'À tous' }, en: { title: 'Hello', body: 'Everybody' } },
    missing_locale: 'fallback',
    image: '/media/1/640.webp',
  } as const;
  const { user } = renderPart(<PreviewPanel fields={fields} />, { locale: 'fr' });
  expect(phone().getByText(/^dimanche 1er\sjuin$/)).toBeVisible();
  expect(phone().getByText('Bonjour')).toBeVisible();
  expect(phone().getAllByText('9:41')).toHaveLength(1);
  expect(screen.getByRole('figure').querySelector('img')).toHaveAttribute('src', fields.image);
  await user.click(screen.getByRole('radio', { name: 'Anglais' }));
  expect(phone().getByText('Sunday 1 June')).toBeVisible();
  expect(phone().getByText('Everybody')).toBeVisible();
});

it('previews the default language if the other one is missing, with a note', async () => {
  const { user } = renderPart(
    <PreviewPanel fields={{ translations: FRENCH, missing_locale: 'fallback', image: null }} />,
  );
  expect(phone().getByText('Bonjour')).toBeVisible();
  expect(phone().getByText('Shown in French: the translation is missing.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'French' }));
  expect(phone().queryByText(/translation is missing/)).toBeNull();
});

it('previews no notification for members who are skipped', () => {
  renderPart(<PreviewPanel fields={{ translations: FRENCH, missing_locale: 'skip', image: null }} />);
  expect(phone().queryByText('Bonjour')).toBeNull();
  expect(phone().queryByText(/translation is missing/)).toBeNull();
});

it('previews the language of the field that has the focus', async () => {
  const { user } = renderPart(
    <>
      <input lang="fr" aria-label="Titre" />
      <PreviewPanel fields={{ translations: FRENCH, missing_locale: 'fallback', image: null }} />
    </>,
  );
  expect(screen.getByRole('radio', { name: 'English' })).toBeChecked();
  await user.click(screen.getByLabelText('Titre'));
  expect(screen.getByRole('radio', { name: 'French' })).toBeChecked();
});

it('previews the first name of a member, and the text for members without one', async () => {
  const fr = { title: 'Bonjour {prénom|cher membre}', body: 'À demain' };
  const { user } = renderPart(
    <PreviewPanel fields={{ translations: { fr, en: null }, missing_locale: 'fallback', image: null }} />,
    { locale: 'fr' },
  );
  expect(phone().getByText('Bonjour Camille')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Sans nom' }));
  expect(phone().getByText('Bonjour cher membre')).toBeVisible();
});

it('offers no choice of a name without a placeholder, and leaves the message of a day as it is', () => {
  const fr = { title: 'Bonjour {prénom|cher membre}', body: 'À tous' };
  const fields = { missing_locale: 'fallback', image: null } as const;
  const { unmount } = renderPart(<PreviewPanel fields={{ ...fields, translations: FRENCH }} />);
  expect(screen.queryByRole('radio', { name: 'No name' })).toBeNull();
  unmount();
  renderPart(<PreviewPanel fields={{ ...fields, translations: { fr, en: null }, day: '2026-01-05' }} />);
  expect(screen.queryByRole('radio', { name: 'No name' })).toBeNull();
  expect(phone().getByText(fr.title)).toBeVisible();
});
