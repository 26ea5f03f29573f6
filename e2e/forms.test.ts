import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { randomEmail } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import {
  expectShown,
  expectSoon,
  expectToast,
  holdUp,
  inEnglish,
  placeOf,
  problemAt,
  requestsOf,
  signIn,
  stored,
  toasts,
} from './watching.ts';

const product = useProduct();

const SIGN_UP = '**/api/v1/users/signup';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const isFocused = (page: Page, label: string) =>
  field(page, label).evaluate((it) => it === document.activeElement);

async function fillSignUp(page: Page, email: string): Promise<void> {
  await field(page, 'Full name').fill('Zoé Lefèvre');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill('correct horse');
  await field(page, 'Confirm password').fill('correct horse');
}

describe('a form', () => {
  it('shows and hides each password on its own', async () => {
    const page = await product().open('/signup');
    const type = (label: string) => field(page, label).getAttribute('type');
    await field(page, 'Mot de passe').fill('correct horse');
    await page.getByRole('button', { name: 'Afficher le mot de passe' }).first().click();
    await expectSoon(() => type('Mot de passe'), 'text');
    expect(await type('Confirmer le mot de passe')).toBe('password');
    expect(await field(page, 'Mot de passe').inputValue()).toBe('correct horse');
    await page.getByRole('button', { name: 'Masquer le mot de passe' }).click();
    await expectSoon(() => type('Mot de passe'), 'password');
  });

  it.each([
    ['/news/new', 'French', 'Start writing', '**/news/'],
    ['/members/new', 'Full name', 'Send the invitation', '**/users/invite'],
  ])('whose page goes once it is sent takes nothing more meanwhile: %s', async (path, label, send, url) => {
    const { t } = product();
    const page = await product().open(path, { locale: 'en', as: await inEnglish(t, t.superuser()) });
    if (path === '/members/new') await field(page, 'Email').fill(randomEmail());
    await field(page, label).fill('Written');
    const letGo = await holdUp(page, 'POST', url);
    await page.getByRole('button', { name: send }).click();
    await field(page, label).press('X');
    expect(await field(page, label).inputValue()).toBe('Written');
    letGo();
    await page.waitForURL(/[\da-f-]{36}$/);
  });

  it.each([
    ['/news/new', 'French', 'Start writing'],
    ['/members/new', 'Email', 'Send the invitation'],
    ['/broadcast/new', 'Name for the team', 'Save'],
  ])('whose page goes once it is sent is busy until that page is gone: %s', async (path, label, send) => {
    const { t } = product();
    const page = await product().open(path, { locale: 'en', as: await inEnglish(t, t.superuser()) });
    await field(page, label).fill(randomEmail());
    const button = await page.getByRole('button', { name: send, exact: true }).elementHandle();
    if (!button) throw new Error(`no button: ${send}`);
    await button.evaluate((node) => {
      const button = node as HTMLButtonElement;
      const seen = { states: [] as boolean[] };
      new MutationObserver(() => {
        if (button.isConnected) seen.states.push(button.disabled);
      }).observe(document, { attributes: true, childList: true, subtree: true });
      Object.assign(window, { seen });
    });
    await button.click();
    await page.waitForURL(/[\da-f-]{36}$/);
    await page.waitForFunction((button) => !button.isConnected, button);
    const states = await page.evaluate(
      () => (window as unknown as { seen: { states: boolean[] } }).seen.states,
    );
    expect(states.slice(states.indexOf(true))).not.toContain(false);
  });

  it('leads the focus to its first wrong field', async () => {
    const page = await product().open('/signup', { locale: 'en' });
    const submit = page.getByRole('button', { name: 'Sign up' });
    await submit.click();
    await expectSoon(() => isFocused(page, 'Full name'), true);
    await field(page, 'Full name').fill('Zoé Lefèvre');
    await submit.click();
    await expectSoon(() => isFocused(page, 'Email'), true);
    await fillSignUp(page, randomEmail());
    await field(page, 'Confirm password').fill('battery staple');
    await submit.click();
    await expectSoon(() => isFocused(page, 'Confirm password'), true);
    expect(await problemAt(field(page, 'Confirm password'))).toBe('The passwords do not match');
  });

  it('sends nothing while a field is wrong', async () => {
    const page = await product().open('/login', { locale: 'en' });
    const logins = requestsOf(page, 'POST', /access-token/);
    await field(page, 'Email').fill('somebody@example.com');
    await page.getByRole('button', { name: 'Log In' }).click();
    await expectSoon(() => problemAt(field(page, 'Password')), 'Password is required');
    expect(logins).toHaveLength(0);
  });

  it('is sent once, however often it is submitted, and says that it is busy', async () => {
    const email = randomEmail();
    const page = await product().open('/signup', { locale: 'en' });
    const signUps = requestsOf(page, 'POST', /signup/);
    const letGo = await holdUp(page, 'POST', SIGN_UP);
    await fillSignUp(page, email);
    const submit = page.getByRole('button', { name: 'Sign up' });
    await submit.dblclick();
    await expectSoon(() => submit.getAttribute('aria-busy'), 'true');
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await submit.click({ force: true });
    for (let times = 0; times < 3; times++) await field(page, 'Email').press('Enter');
    letGo();
    await page.waitForURL('**/login');
    expect(signUps).toHaveLength(1);
    expect(await product().t.login(email, 'correct horse')).toMatch(/^ey/);
  });

  it('takes what is pasted, with the spaces around an address', async () => {
    const email = randomEmail();
    const page = await product().open('/signup', {
      locale: 'en',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const paste = async (label: string, text: string) => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), text);
      await field(page, label).focus();
      await page.keyboard.press('Control+v');
    };
    await paste('Full name', 'Zoé Lefèvre');
    await paste('Email', `  ${email} `);
    await paste('Password', 'correct horse');
    await paste('Confirm password', 'correct horse');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
    expect(await product().t.login(email, 'correct horse')).toMatch(/^ey/);
  });

  it('shows what the service finds wrong with a field at that field, and keeps what was typed', async () => {
    const page = await product().open('/signup', { locale: 'en' });
    const detail = [
      { type: 'value_error', loc: ['body', 'email'], msg: 'value is not a valid email address' },
    ];
    await page.route(SIGN_UP, (route) => route.fulfill({ status: 422, json: { detail } }));
    const email = randomEmail();
    await fillSignUp(page, email);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expectSoon(() => problemAt(field(page, 'Email')), 'This is not a valid email address');
    expect(await isFocused(page, 'Email')).toBe(true);
    expect(await field(page, 'Email').inputValue()).toBe(email);
    expect(await field(page, 'Password').inputValue()).toBe('correct horse');
    await expectToast(page, 'Something went wrong!', 'value is not a valid email address');
    expect(await toasts(page).count()).toBe(1);
  });

  it.each([
    { of: 'a list', detail: [{ type: 'odd', loc: ['body'], msg: 'Too odd' }], said: 'Too odd' },
    { of: 'an empty list', detail: [], said: 'Something went wrong.' },
    { of: 'a sentence', detail: 'Not today', said: 'Not today' },
    { of: 'nothing', detail: undefined, said: 'Something went wrong.' },
  ])('says in a toast what the service answers by $of', async ({ detail, said }) => {
    const page = await product().open('/signup', { locale: 'en' });
    await page.route(SIGN_UP, (route) => route.fulfill({ status: 422, json: { detail } }));
    await fillSignUp(page, randomEmail());
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expectToast(page, 'Something went wrong!', said);

    await page.goto(`${product().origin}/login`);
    await page.route('**/access-token', (route) => route.fulfill({ status: 422, json: { detail } }));
    await signIn(page, { email: randomEmail(), password: 'correct horse' });
    await expectToast(page, 'Something went wrong!', said);
  });

  it('says in French what is known of a refusal, and else what the service says', async () => {
    const page = await product().open('/login');
    const refuse = (json: object) =>
      page.route('**/access-token', (route) => route.fulfill({ status: 400, json }), { times: 1 });
    await field(page, 'Email').fill('somebody@example.com');
    await field(page, 'Mot de passe').fill('correct horse');
    for (const [answer, said] of [
      [{ detail: [{ type: 'odd', loc: ['body'], msg: 'Too odd' }] }, 'Too odd'],
      [
        { detail: 'Inactive user', code: 'inactive_user' },
        'Ce compte est désactivé. Adressez-vous à un administrateur.',
      ],
      [{ detail: 'Not today', code: 'of_tomorrow' }, 'Not today'],
    ] as const) {
      await refuse(answer);
      await page.getByRole('button', { name: 'Se connecter' }).click();
      await expectToast(page, said);
    }
  });

  it('whose answer is none of the service says so below the text for that', async () => {
    const page = await product().open('/login', { locale: 'en' });
    const body = '<!doctype html><h1>Bad gateway</h1>';
    await page.route('**/access-token', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body }),
    );
    await signIn(page, { email: randomEmail(), password: 'correct horse' });
    await expectToast(page, 'Something went wrong!', 'Something went wrong.', 'Error 502 Bad Gateway');
  });

  it('says in a toast that the service cannot be reached, and can be sent again', async () => {
    const account = await product().t.member();
    const page = await product().open('/login', { locale: 'en' });
    await page.route('**/access-token', (route) => route.abort(), { times: 1 });
    await signIn(page, account);
    await expectToast(
      page,
      'Something went wrong!',
      'Something went wrong.',
      'The service can’t be reached. Check your connection and try again.',
    );
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.waitForURL('**/dashboard');
    expect(await stored(page, 'access_token')).toMatch(/^ey/);
  });

  it('tells a deactivated account from a wrong password', async () => {
    const account = await product().t.member();
    const { token } = await product().t.superuser();
    await product().t.call('POST', `/users/${account.id}/deactivate`, { token, json: {} });
    const page = await product().open('/login', { locale: 'en' });
    await signIn(page, account);
    await expectToast(page, 'Something went wrong!', 'Inactive user');
  });
});

describe('the pages before signing in', () => {
  it('are one click apart, though the field that is left is then wrong', async () => {
    const page = await product().open('/login');
    const follow = async (link: string, to: string) => {
      await page.getByRole('textbox').first().focus();
      await page.getByRole('link', { name: link }).click();
      await expectSoon(() => placeOf(page), to);
    };
    await follow('Créer un compte', '/signup');
    await expectShown(page.getByText('Vous avez déjà un compte ?'));
    await follow('Se connecter', '/login');
    await follow('Mot de passe oublié ?', '/recover-password');
    await follow('Retour à la connexion', '/login');
  });

  it('take the address along to the recovery of its password', async () => {
    const page = await product().open('/login');
    await field(page, 'Email').fill('zoe@example.com');
    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    await expectSoon(() => placeOf(page), '/recover-password');
    expect(await field(page, 'Email').inputValue()).toBe('zoe@example.com');
    await page.getByRole('button', { name: 'Envoyer le lien' }).click();
    await expectShown(page.getByText('zoe@example.com'));
  });

  it('keep what is typed while the language changes', async () => {
    const page = await product().open('/signup');
    await field(page, 'Nom complet').fill('Zoé Lefèvre');
    await page.getByRole('button', { name: 'EN, English' }).click();
    expect(await field(page, 'Full name').inputValue()).toBe('Zoé Lefèvre');
  });

  it.each([
    ['fr', '/signup', 'Créer un compte'],
    ['en', '/signup', 'Create an account'],
    ['fr', '/login', 'Connexion'],
    ['en', '/login', 'Log in'],
    ['fr', '/recover-password', 'Mot de passe oublié ?'],
    ['en', '/reset-password?token=any', 'Choose a new password'],
  ] as const)('are named, in %s: %s', async (locale, path, heading) => {
    const page = await product().open(path, { locale });
    await expectShown(page.getByRole('heading', { level: 1, name: heading }));
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
    const plain = (text: string) => text.replaceAll(/\s/g, ' ');
    await expectSoon(async () => plain(await page.title()), `${heading} · Agora`);
  });
});
