import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { randomEmail } from '../apps/api/test/harness.ts';
import { useProduct } from './harness.ts';
import { expectShown, expectSoon, expectToast, placeOf, problemAt, requestsOf, stored } from './watching.ts';

const product = useProduct();

/** Label of a field, an invalid value, and the message on blur, in each language. */
const WRONG = {
  fr: {
    name: [
      'Nom complet',
      ['', 'Le nom complet est requis'],
      ['Zo', 'Le nom complet doit comporter au moins 3 caractères'],
      ['Z'.repeat(256), 'Le nom complet doit comporter au plus 255 caractères'],
    ],
    email: [
      'Email',
      ['', "L'e-mail est requis"],
      ['zoe', 'Addresse e-mail invalide'],
      ['zoe@', 'Addresse e-mail invalide'],
      ['@example.com', 'Addresse e-mail invalide'],
    ],
    givenPassword: ['Mot de passe', ['', 'Le mot de passe est requis']],
    password: [
      'Mot de passe',
      ['', 'Le mot de passe est requis'],
      ['1234567', 'Le mot de passe doit comporter au moins 8 caractères'],
      ['1'.repeat(129), 'Le mot de passe doit comporter au plus 128 caractères'],
    ],
    newPassword: [
      'Nouveau mot de passe',
      ['', 'Le mot de passe est requis'],
      ['1234567', 'Le mot de passe doit comporter au moins 8 caractères'],
    ],
    confirmation: [
      'Confirmer le mot de passe',
      ['', 'La confirmation du mot de passe est requise'],
      ['something else', 'Les mots de passe ne correspondent pas'],
    ],
  },
  en: {
    name: [
      'Full name',
      ['', 'Full name is required'],
      ['Zo', 'Full name must be at least 3 characters'],
      ['Z'.repeat(256), 'Full name must be at most 255 characters'],
    ],
    email: [
      'Email',
      ['', 'Email is required'],
      ['zoe', 'Invalid email address'],
      ['zoe@', 'Invalid email address'],
      ['@example.com', 'Invalid email address'],
    ],
    givenPassword: ['Password', ['', 'Password is required']],
    password: [
      'Password',
      ['', 'Password is required'],
      ['1234567', 'Password must be at least 8 characters'],
      ['1'.repeat(129), 'Password must be at most 128 characters'],
    ],
    newPassword: [
      'New password',
      ['', 'Password is required'],
      ['1234567', 'Password must be at least 8 characters'],
    ],
    confirmation: [
      'Confirm password',
      ['', 'Password confirmation is required'],
      ['something else', 'The passwords do not match'],
    ],
  },
} as const;

type Field = keyof (typeof WRONG)['fr'];

const PAGES: { path: string; fields: Field[] }[] = [
  { path: '/signup', fields: ['name', 'email', 'password', 'confirmation'] },
  { path: '/login', fields: ['email', 'givenPassword'] },
  { path: '/recover-password', fields: ['email'] },
  { path: '/reset-password?token=any', fields: ['newPassword', 'confirmation'] },
];

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const TEXTS = {
  fr: { name: 'Nom complet', password: 'Mot de passe', again: 'Confirmer le mot de passe', go: "S'inscrire" },
  en: { name: 'Full name', password: 'Password', again: 'Confirm password', go: 'Sign up' },
};

async function fillSignUp(page: Page, email: string, locale: 'fr' | 'en'): Promise<void> {
  const { name, password, again } = TEXTS[locale];
  await field(page, name).fill('Zoé Lefèvre');
  await field(page, 'Email').fill(email);
  await field(page, password).fill('correct horse');
  await field(page, again).fill('correct horse');
}

const submitSignUp = (page: Page, locale: 'fr' | 'en') =>
  page.getByRole('button', { name: TEXTS[locale].go }).click();

describe.each(['fr', 'en'] as const)('in %s', (locale) => {
  it.each(PAGES)('$path says what is wrong with a field when it is left', async ({ path, fields }) => {
    const page = await product().open(path, { locale });
    for (const name of fields) {
      const [label, ...wrong] = WRONG[locale][name];
      for (const [value, message] of wrong) {
        await field(page, label).fill(value);
        await field(page, label).blur();
        await expectSoon(() => problemAt(field(page, label)), message);
      }
    }
  });

  it('the fields of a sign-up are right again as soon as they are corrected', async () => {
    const page = await product().open('/signup', { locale });
    await submitSignUp(page, locale);
    const labels = [TEXTS[locale].name, 'Email', TEXTS[locale].password, TEXTS[locale].again];
    await expectShown(page.locator('[aria-invalid="true"]').nth(labels.length - 1));
    await fillSignUp(page, randomEmail(), locale);
    for (const label of labels) {
      await field(page, label).blur();
      await expectSoon(() => problemAt(field(page, label)), undefined);
    }
  });

  it('the strength of a password is told in words and colours while it is typed', async () => {
    const page = await product().open('/signup', { locale });
    const meter = page.getByRole('meter');
    const levels = locale === 'fr' ? ['Faible', 'Moyenne', 'Élevée'] : ['Low', 'Medium', 'High'];
    const examples = ['abc', 'correct horse', 'Correct horse 9'];
    const colorOf = (bar: Locator) => bar.evaluate((it) => getComputedStyle(it).backgroundColor);
    const empty = await colorOf(meter.locator('span').last());
    const colors = new Set([empty]);
    for (const [index, password] of examples.entries()) {
      await field(page, TEXTS[locale].password).fill(password);
      await expectSoon(() => meter.getAttribute('aria-valuetext'), levels[index]);
      await expectShown(page.getByText(levels[index] ?? '', { exact: true }));
      expect(await colorOf(meter.locator('span').last())).toBe(empty);
      colors.add(await colorOf(meter.locator('span').first()));
    }
    expect(colors.size).toBe(4);
  });

  it('a refused sign-up and a refused login say why in a toast', async () => {
    const { email } = await product().t.member();
    const page = await product().open('/signup', { locale });
    await fillSignUp(page, email, locale);
    await submitSignUp(page, locale);
    const title = locale === 'fr' ? 'Une erreur est survenue\u202f!' : 'Something went wrong!';
    const known =
      locale === 'fr'
        ? 'Un compte existe déjà avec cette adresse e-mail'
        : 'The user with this email already exists in the system';
    await expectToast(page, title, known);
    expect(placeOf(page)).toBe('/signup');
    expect(await field(page, 'Email').inputValue()).toBe(email);

    await page.goto(`${product().origin}/login`);
    await field(page, 'Email').fill(email);
    await field(page, TEXTS[locale].password).fill('not the password');
    await page.keyboard.press('Enter');
    const wrong = locale === 'fr' ? 'E-mail ou mot de passe incorrect' : 'Incorrect email or password';
    await expectToast(page, title, wrong);
    expect(await stored(page, 'access_token')).toBeNull();
  });

  it('a sign-up that succeeds says so on the login page, and sent what the form has', async () => {
    const page = await product().open('/signup', { locale });
    const signUps = requestsOf(page, 'POST', /\/users\/signup$/);
    const email = randomEmail();
    await fillSignUp(page, email, locale);
    await submitSignUp(page, locale);
    await page.waitForURL('**/login');
    const password = 'correct horse';
    const sent = { full_name: 'Zoé Lefèvre', email, password, confirm_password: password };
    expect(signUps.map((request) => request.postDataJSON())).toEqual([sent]);
    if (locale === 'fr')
      await expectToast(page, 'C’est fait\u202f!', 'Votre compte est prêt\u00a0: connectez-vous.');
    else await expectToast(page, 'Success!', 'Your account is ready: sign in.');
  });
});

it.each([
  ['fr', 'Les mots de passe ne correspondent pas'],
  ['en', 'The passwords do not match'],
] as const)(
  'passwords that the service finds different are told at the second, in %s',
  async (locale, said) => {
    const page = await product().open('/signup', { locale });
    await page.route('**/users/signup', (route) => {
      const sent = route.request().postDataJSON() as object;
      return route.continue({ postData: JSON.stringify({ ...sent, confirm_password: 'battery staple' }) });
    });
    await fillSignUp(page, randomEmail(), locale);
    await submitSignUp(page, locale);
    await expectSoon(() => problemAt(field(page, TEXTS[locale].again)), said);
    await expectToast(page, said);
    expect(placeOf(page)).toBe('/signup');
  },
);

it('messages follow a change of language', async () => {
  const page = await product().open('/signup');
  await submitSignUp(page, 'fr');
  await expectSoon(() => problemAt(field(page, 'Email')), "L'e-mail est requis");
  await page.getByRole('button', { name: 'EN, English' }).click();
  await expectSoon(() => problemAt(field(page, 'Email')), 'Email is required');
  expect(await problemAt(field(page, 'Full name'))).toBe('Full name is required');
});
