import type { Locator, Page } from 'playwright-core';
import type { Account } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { settle } from './steps.ts';
import { inEnglish } from './watching.ts';

export const french = (page: Page) => page.getByRole('region', { name: 'French', exact: true });

export const english = (page: Page) => page.getByRole('region', { name: 'English', exact: true });

/** Shows both languages of an article, instead of one. */
export const showBoth = (page: Page) => page.getByText('Side by side', { exact: true }).click();

export const bodyIn = (panel: Locator, name = 'Text') => panel.getByRole('textbox', { name, exact: true });

export const autosaveNote = (page: Page) => page.getByText(/^Private draft saved \d\d:\d\d/);

export const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

export const text = (title: string, fields = {}) => ({
  title,
  excerpt: '',
  body: paragraph(`${title}, in full.`),
  cover_alt: '',
  state: 'ready',
  ...fields,
});

/** Pastes like Word: HTML and a picture of it. */
export const paste = (editor: Locator, html: string) =>
  editor.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', html);
    clipboardData.items.add(new File(['picture'], 'image.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, html);

/** Drops pictures in the middle of an element. */
export const drop = (place: Locator, ...pictures: Buffer[]) =>
  place.evaluate(
    (element, pictures) => {
      const dataTransfer = new DataTransfer();
      for (const picture of pictures)
        dataTransfer.items.add(new File([new Uint8Array(picture)], 'page.jpg', { type: 'image/jpeg' }));
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = { clientX: left + width / 2, clientY: top + height / 2 };
      const event = { dataTransfer, bubbles: true, cancelable: true, ...at };
      element.dispatchEvent(new DragEvent('drop', event));
    },
    pictures.map((picture) => [...picture]),
  );

/** Starts the product, with helpers for journeys about articles. */
export function useNews() {
  const product = useProduct();
  const superuser = () => inEnglish(product().t, product().t.superuser());
  const openAs = async (path: string, account?: Account) => {
    const page = await product().open(path, { as: account ?? (await superuser()), locale: 'en' });
    await settle(page);
    return page;
  };
  /** Opens the editor of an article with both languages side by side. */
  async function openEditor(id: string, account?: Account) {
    const page = await openAs(`/news/${id}`, account);
    await showBoth(page);
    return page;
  }
  async function api(method: string, path: string, json?: unknown, as?: Account) {
    const { token } = as ?? (await product().t.superuser());
    const { body } = await product().t.call(method, path, { token, json });
    return body;
  }
  /** Creates an article through the API, ready in both languages. */
  const write = (
    title: string,
    translations: object = { fr: text(title), en: text(`${title} in English`) },
  ) => api('POST', '/news/', { content: { translations } });
  /** An article as a member reads it in the app. */
  async function asMember(id: string, locale: 'fr' | 'en') {
    const { t } = product();
    const { token } = await t.member();
    await t.call('PATCH', '/users/me', { token, json: { locale } });
    const { status, body } = await t.call('GET', `/app/news/${id}`, { token });
    return status === 200 ? body : status;
  }
  return { product, superuser, openAs, openEditor, api, write, asMember };
}
