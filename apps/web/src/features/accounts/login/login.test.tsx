import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { anAccount } from '../../../../test/accounts.ts';
import { answer, answerRaw, contract, hold, loseConnection, refuse } from '../../../../test/api.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast } from '../../../../test/screen.ts';
import { type Locale, setLocale } from '../../../platform/i18n.ts';
import { pageLoad } from '../../../platform/page-load.ts';
import { getToken, rememberReturnPath } from '../../../platform/session.ts';

const { loginAccessToken, recoverPassword } = contract.login;
const { registerUser } = contract.users;
const TOKEN = { status: 200 as const, body: { access_token: 'new', token_type: 'bearer' as const } };

const WORDS = {
  en: {
    name: 'Full name',
    password: 'Password',
    again: 'Confirm password',
    logIn: 'Log In',
    signUp: 'Sign up',
    failed: 'Something went wrong!',
  },
  fr: {
    name: 'Nom complet',
    password: 'Mot de passe',
    again: 'Confirmer le mot de passe',
    logIn: 'Se connecter',
    signUp: "S'inscrire",
    failed: 'Une erreur est survenue !',
  },
};

const field = (label: string) => screen.getByLabelText(label);
type User = Awaited<ReturnType<typeof openPage>>['user'];

async function write(user: User, label: string, text: string): Promise<void> {
  await user.clear(field(label));
  if (text) await user.paste(text);
}

async function signIn(user: User, locale: Locale = 'en', email = 'zoe@example.com'): Promise<void> {
  await write(user, 'Email', email);
  await write(user, WORDS[locale].password, 'correct horse');
  await user.keyboard('{Enter}');
}

async function fillSignUp(user: User, locale: Locale = 'en', again = 'correct horse'): Promise<void> {
  await write(user, WORDS[locale].name, 'Zoé Lefèvre');
  await write(user, 'Email', 'zoe@example.com');
  await write(user, WORDS[locale].password, 'correct horse');
  await write(user, WORDS[locale].again, again);
}

const SENT = {
  full_name: 'Zoé Lefèvre',
  email: 'zoe@example.com',
  password: 'correct horse',
  confirm_password: 'correct horse',
};

const NEW_ACCOUNT = anAccount({ email: SENT.email, full_name: SENT.full_name });

/** Invalid values of each field with the messages that they get. */
const WRONG: [
  Locale,
  path: string,
  label: string,
  wrong: [value: string, message: string][],
  right: string,
][] = [
  [
    'en',
    '/login',
    'Email',
    [
      ['', 'Email is required'],
      ['zoe@', 'Invalid email address'],
    ],
    'zoe@example.com',
  ],
  ['en', '/login', 'Password', [['', 'Password is required']], 'x'],
  [
    'en',
    '/signup',
    'Full name',
    [
      ['', 'Full name is required'],
      ['Zo', 'Full name must be at least 3 characters'],
      ['Z'.repeat(256), 'Full name must be at most 255 characters'],
    ],
    'Zoé',
  ],
  [
    'en',
    '/signup',
    'Email',
    [
      ['', 'Email is required'],
      ['zoe', 'Invalid email address'],
      ['@example.com', 'Invalid email address'],
    ],
    'zoe@example.com',
  ],
  [
    'en',
    '/signup',
    'Password',
    [
      ['', 'Password is required'],
      ['1234567', 'Password must be at least 8 characters'],
      ['1'.repeat(129), 'Password must be at most 128 characters'],
    ],
    '12345678',
  ],
  [
    'en',
    '/signup',
    'Confirm password',
    [
      ['', 'Password confirmation is required'],
      ['something else', 'The passwords do not match'],
    ],
    '',
  ],
  ['en', '/recover-password', 'Email', [['zoe', 'Invalid email address']], 'zoe@example.com'],
  [
    'en',
    '/reset-password?token=any',
    'New password',
    [['1234567', 'Password must be at least 8 characters']],
    '1'.repeat(128),
  ],
  [
    'fr',
    '/login',
    'Email',
    [
      ['', "L'e-mail est requis"],
      ['zoe@', 'Addresse e-mail invalide'],
    ],
    'zoe@example.com',
  ],
  ['fr', '/login', 'Mot de passe', [['', 'Le mot de passe est requis']], 'x'],
  [
    'fr',
    '/signup',
    'Nom complet',
    [
      ['', 'Le nom complet est requis'],
      ['Zo', 'Le nom complet doit comporter au moins 3 caractères'],
      ['Z'.repeat(256), 'Le nom complet doit comporter au plus 255 caractères'],
    ],
    'Z'.repeat(255),
  ],
  [
    'fr',
    '/signup',
    'Mot de passe',
    [
      ['1234567', 'Le mot de passe doit comporter au moins 8 caractères'],
      ['1'.repeat(129), 'Le mot de passe doit comporter au plus 128 caractères'],
    ],
    '12345678',
  ],
  [
    'fr',
    '/signup',
    'Confirmer le mot de passe',
    [
      ['', 'La confirmation du mot de passe est requise'],
      ['something else', 'Les mots de passe ne correspondent pas'],
    ],
    '',
  ],
];

it.each(WRONG)(
  'checks in %s, on %s, the field “%s” when it is left',
  async (locale, path, label, wrong, right) => {
    const { user } = await openPage(path, { locale });
    await screen.findByLabelText(label);
    for (const [value, message] of wrong) {
      await write(user, label, value);
      await user.tab();
      await expectProblem(field(label), message);
    }
    await write(user, label, right);
    if (right) expect(field(label)).toBeValid();
  },
);

it('signs in with a trimmed address, keeps the token and returns to the page that was asked for', async () => {
  rememberReturnPath('/items?search=blue');
  const calls = answer(loginAccessToken, TOKEN);
  const { user } = await openPage('/login');
  await waitFor(() => expect(field('Email')).toHaveFocus());
  await signIn(user, 'en', ' zoe@example.com ');
  await waitFor(() =>
    expect(pageLoad.replace).toHaveBeenCalledExactlyOnceWith(`${window.location.origin}/items?search=blue`),
  );
  expect(calls[0]?.body).toMatchObject({ username: 'zoe@example.com', password: 'correct horse' });
  expect(getToken()).toBe('new');
  // Busy until the next page is there.
  expect(await button('Log In')).toHaveAttribute('aria-busy', 'true');
});

it('sends nothing from the sign-in page while a field is empty', async () => {
  const calls = answer(loginAccessToken, TOKEN);
  const { user } = await openPage('/login');
  await write(user, 'Email', 'zoe@example.com');
  await user.click(await button('Log In'));
  await expectProblem(field('Password'), 'Password is required');
  expect(field('Password')).toHaveFocus();
  expect(calls).toEqual([]);
});

it.each<[Locale, string, string]>([
  ['en', 'incorrect_credentials', 'Incorrect email or password'],
  ['fr', 'incorrect_credentials', 'E-mail ou mot de passe incorrect'],
  ['en', 'inactive_user', 'Inactive user'],
  ['fr', 'inactive_user', 'Ce compte est désactivé. Adressez-vous à un administrateur.'],
])('says in %s why a sign-in was refused: %s', async (locale, code, text) => {
  refuse(loginAccessToken, code);
  const { user } = await openPage('/login', { locale });
  await signIn(user, locale);
  await expectToast(WORDS[locale].failed);
  await expectToast(text);
  expect(getToken()).toBeNull();
  expect(window.location.pathname).toBe('/login');
});

it('says that the service cannot be reached, and lets people sign in again', async () => {
  loseConnection(loginAccessToken);
  const { user } = await openPage('/login');
  await signIn(user);
  await expectToast('Something went wrong.');
  await expectToast('The service can’t be reached. Check your connection and try again.');
  const calls = answer(loginAccessToken, TOKEN);
  await user.click(await button('Log In'));
  await waitFor(() => expect(getToken()).toBe('new'));
  expect(calls).toHaveLength(1);
});

it('names an answer of a proxy below the general text', async () => {
  answerRaw(loginAccessToken, () =>
    HttpResponse.html('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
  );
  const { user } = await openPage('/login');
  await signIn(user);
  await expectToast('Something went wrong.');
  await expectToast('Error 502 Bad Gateway');
});

it.each([
  [{ code: 'x' }, 'Something went wrong.'],
  [123, 'Something went wrong.'],
  [true, 'Something went wrong.'],
  [[{ msg: 'Closed for the night' }], 'Closed for the night'],
])('shows a toast for the detail %j of a proxy, and one for the next refusal', async (detail, text) => {
  answerRaw(loginAccessToken, () => HttpResponse.json({ detail }, { status: 400 }));
  const { user } = await openPage('/login');
  await signIn(user);
  await expectToast(text);
  refuse(loginAccessToken, 'incorrect_credentials');
  await user.click(await button('Log In'));
  await expectToast('Incorrect email or password');
});

it.each<[Locale, string]>([
  ['en', 'Your account is ready: sign in.'],
  ['fr', 'Votre compte est prêt : connectez-vous.'],
])('signs up in %s and leads to sign-in', async (locale, text) => {
  const calls = answer(registerUser, { status: 200, body: NEW_ACCOUNT });
  const { user } = await openPage('/signup', { locale });
  await fillSignUp(user, locale);
  await user.click(await button(WORDS[locale].signUp));
  await expectToast(text);
  expect(calls.map(({ body }) => body)).toEqual([SENT]);
  expect(window.location.pathname).toBe('/login');
});

it('signs up once, however often the form is submitted', async () => {
  const { calls, release } = hold(registerUser, { status: 200, body: NEW_ACCOUNT });
  const { user } = await openPage('/signup');
  await fillSignUp(user);
  const submit = await button('Sign up');
  await user.dblClick(submit);
  await waitFor(() => expect(submit).toHaveAttribute('aria-busy', 'true'));
  expect(submit).toHaveAttribute('aria-disabled', 'true');
  await user.click(submit);
  await user.type(field('Email'), '{Enter}');
  release();
  await expectToast('Your account is ready: sign in.');
  expect(calls).toHaveLength(1);
});

it('focuses the first wrong field of a sign-up', async () => {
  const { user } = await openPage('/signup');
  await user.click(await button('Sign up'));
  await waitFor(() => expect(field('Full name')).toHaveFocus());
  await fillSignUp(user, 'en', 'battery staple');
  await user.click(await button('Sign up'));
  await expectProblem(field('Confirm password'), 'The passwords do not match');
  expect(field('Confirm password')).toHaveFocus();
});

it.each<[Locale, string]>([
  ['en', 'The user with this email already exists in the system'],
  ['fr', 'Un compte existe déjà avec cette adresse e-mail'],
])('says in %s that an address is taken, and keeps the form', async (locale, text) => {
  refuse(registerUser, 'email_taken_on_signup');
  const { user } = await openPage('/signup', { locale });
  await fillSignUp(user, locale);
  await user.click(await button(WORDS[locale].signUp));
  await expectToast(WORDS[locale].failed);
  await expectToast(text);
  expect(field('Email')).toHaveValue('zoe@example.com');
  expect(field(WORDS[locale].password)).toHaveValue('correct horse');
  expect(window.location.pathname).toBe('/signup');
});

it.each<[Locale, string, string]>([
  ['en', 'confirm_password', 'The passwords do not match'],
  ['fr', 'confirm_password', 'Les mots de passe ne correspondent pas'],
])(
  'shows in %s what the service finds wrong at the field %s, and in one toast',
  async (locale, name, text) => {
    const detail = [{ type: 'password_mismatch', loc: ['body', name], msg: 'The passwords do not match' }];
    answerRaw(registerUser, () => HttpResponse.json({ detail }, { status: 422 }));
    const { user } = await openPage('/signup', { locale });
    await fillSignUp(user, locale);
    await user.keyboard('{Enter}');
    await expectProblem(field(WORDS[locale].again), text);
    await expectToast(text);
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1);
  },
);

it('leads from each page before sign-in to the others, though the field that is left is then wrong', async () => {
  const { user } = await openPage('/login', { locale: 'fr' });
  for (const [link, path, label] of [
    ['Créer un compte', '/signup', 'Nom complet'],
    ['Se connecter', '/login', 'Email'],
    ['Mot de passe oublié\u202f?', '/recover-password', 'Email'],
    ['Retour à la connexion', '/login', 'Email'],
  ] as const) {
    await user.click(screen.getAllByRole('textbox')[0] as HTMLElement);
    await user.click(screen.getByRole('link', { name: link }));
    await waitFor(() => expect(window.location.pathname).toBe(path));
    await screen.findByLabelText(label);
  }
});

it('takes the typed address along to the recovery of its password, and mails the link', async () => {
  const calls = answer(recoverPassword, { status: 200, body: { message: 'ok' } });
  const { user } = await openPage('/login');
  await write(user, 'Email', ' zoe@example.com');
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  await button('Send the link');
  expect(field('Email')).toHaveValue('zoe@example.com');
  await user.click(await button('Send the link'));
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible();
  expect(screen.getByText(/^If an account exists for zoe@example\.com, a link/)).toBeVisible();
  expect(calls.map(({ params }) => params)).toEqual([{ email: 'zoe@example.com' }]);
  await user.click(await button('Use another address'));
  expect(field('Email')).toBeVisible();
});

it('says why no link could be mailed', async () => {
  refuse(recoverPassword, 'too_many_requests');
  const { user } = await openPage('/recover-password');
  await write(user, 'Email', 'zoe@example.com');
  await user.click(await button('Send the link'));
  await expectToast('Too many attempts. Try again in a moment.');
  expect(field('Email')).toHaveValue('zoe@example.com');
});

it('translates the messages of a sign-up when the language changes, and keeps what was typed', async () => {
  const { user } = await openPage('/signup', { locale: 'fr' });
  await write(user, 'Nom complet', 'Zo');
  await user.click(await button("S'inscrire"));
  await expectProblem(field('Email'), "L'e-mail est requis");
  act(() => setLocale('en'));
  await expectProblem(field('Email'), 'Email is required');
  await expectProblem(field('Full name'), 'Full name must be at least 3 characters');
  expect(field('Full name')).toHaveValue('Zo');
});
