import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { anAccount } from '../../../../test/accounts.ts';
import { answer, answerUnchecked, contract, hold, loseConnection, refuse } from '../../../../test/api.ts';
import { openPage } from '../../../../test/render.tsx';
import { button, expectProblem, expectToast } from '../../../../test/screen.ts';
import { type Locale, setLocale } from '../../../platform/i18n.ts';
import { pageLoad } from '../../../platform/page-load.ts';
import { getToken, rememberReturnPath } from '../../../platform/session.ts';

const { loginAccessToken, recoverPassword } = contract.login;
const { registerUser } = contract.users;
const TOKEN = { status: 200 as const, body: { access_token: 'new', token_type: 'bearer' as const } };

const TEXTS = {
  en: {
    name: 'Full name',
    password: 'Password',
    confirmPassword: 'Confirm password',
    logIn: 'Log In',
    signUp: 'Sign up',
    failed: 'Something went wrong!',
  },
  fr: {
    name: 'Nom complet',
    password: 'Mot de passe',
    confirmPassword: 'Confirmer le mot de passe',
    logIn: 'Se connecter',
    signUp: "S'inscrire",
    failed: 'Une erreur est survenue !',
  },
};

const field = (label: string) => screen.getByLabelText(label);
type User = Awaited<ReturnType<typeof openPage>>['user'];

async function fillField(user: User, label: string, text: string): Promise<void> {
  await user.clear(field(label));
  if (text) await user.paste(text);
}

async function signIn(user: User, locale: Locale = 'en', email = 'zoe@example.com'): Promise<void> {
  await fillField(user, 'Email', email);
  await fillField(user, TEXTS[locale].password, 'correct horse');
  await user.keyboard('{Enter}');
}

async function fillSignUp(user: User, locale: Locale = 'en', confirmation = 'correct horse'): Promise<void> {
  await fillField(user, TEXTS[locale].name, 'Zoé Lefèvre');
  await fillField(user, 'Email', 'zoe@example.com');
  await fillField(user, TEXTS[locale].password, 'correct horse');
  await fillField(user, TEXTS[locale].confirmPassword, confirmation);
}

const SENT = {
  full_name: 'Zoé Lefèvre',
  email: 'zoe@example.com',
  password: 'correct horse',
  confirm_password: 'correct horse',
};

const NEW_ACCOUNT = anAccount({ email: SENT.email, full_name: SENT.full_name });

/** Invalid values of each field, and their error messages. */
const INVALID_VALUES: [
  Locale,
  path: string,
  label: string,
  invalid: [value: string, message: string][],
  valid: string,
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

it.each(INVALID_VALUES)(
  'validates on blur, in %s, on %s, the field “%s”',
  async (locale, path, label, invalid, valid) => {
    const { user } = await openPage(path, { locale });
    await screen.findByLabelText(label);
    for (const [value, message] of invalid) {
      await fillField(user, label, value);
      await user.tab();
      await expectProblem(field(label), message);
    }
    await fillField(user, label, valid);
    if (valid) expect(field(label)).toBeValid();
  },
);

it('signs in with a trimmed address, stores the token and returns to the requested page', async () => {
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
  // Busy until the next page has loaded.
  expect(await button('Log In')).toHaveAttribute('aria-busy', 'true');
});

it('sends nothing from the sign-in page while a field is empty', async () => {
  const calls = answer(loginAccessToken, TOKEN);
  const { user } = await openPage('/login');
  await fillField(user, 'Email', 'zoe@example.com');
  await user.click(await button('Log In'));
  await expectProblem(field('Password'), 'Password is required');
  expect(field('Password')).toHaveFocus();
  expect(calls).toEqual([]);
});

it.each<[Locale, string, string, 'email' | 'password', string]>([
  [
    'en',
    'incorrect_credentials',
    'Incorrect email or password',
    'password',
    'This email and password don’t match.',
  ],
  [
    'fr',
    'incorrect_credentials',
    'E-mail ou mot de passe incorrect',
    'password',
    'Cet e-mail et ce mot de passe ne correspondent pas.',
  ],
  ['en', 'inactive_user', 'Inactive user', 'email', 'This account is deactivated. Ask an administrator.'],
  [
    'fr',
    'inactive_user',
    'Ce compte est désactivé. Adressez-vous à un administrateur.',
    'email',
    'Ce compte est désactivé. Adressez-vous à un administrateur.',
  ],
])(
  'explains in %s in a toast and at its field why a sign-in was refused: %s',
  async (locale, code, text, name, problem) => {
    refuse(loginAccessToken, code);
    const { user } = await openPage('/login', { locale });
    await signIn(user, locale);
    await expectToast(TEXTS[locale].failed);
    await expectToast(text);
    const refused = field(name === 'email' ? 'Email' : TEXTS[locale].password);
    await expectProblem(refused, problem);
    expect(refused).toHaveFocus();
    expect(getToken()).toBeNull();
    expect(window.location.pathname).toBe('/login');
  },
);

it('reports that the service cannot be reached, and allows another attempt to sign in', async () => {
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

it('shows the status of a proxy error below the generic message', async () => {
  answerUnchecked(loginAccessToken, () =>
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
])('shows a toast for the proxy error detail %j, and one for the next error', async (detail, text) => {
  answerUnchecked(loginAccessToken, () => HttpResponse.json({ detail }, { status: 400 }));
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
])('signs up in %s and opens the sign-in page', async (locale, text) => {
  const calls = answer(registerUser, { status: 200, body: NEW_ACCOUNT });
  const { user } = await openPage('/signup', { locale });
  await fillSignUp(user, locale);
  await user.click(await button(TEXTS[locale].signUp));
  await expectToast(text);
  expect(calls.map(({ body }) => body)).toEqual([SENT]);
  expect(window.location.pathname).toBe('/login');
});

it('signs up only once if the form is submitted repeatedly', async () => {
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

it('focuses the first invalid field of the sign-up form', async () => {
  const { user } = await openPage('/signup');
  await user.click(await button('Sign up'));
  await waitFor(() => expect(field('Full name')).toHaveFocus());
  await fillSignUp(user, 'en', 'battery staple');
  await user.click(await button('Sign up'));
  await expectProblem(field('Confirm password'), 'The passwords do not match');
  expect(field('Confirm password')).toHaveFocus();
});

it.each<[Locale, string, string]>([
  ['en', 'The user with this email already exists in the system', 'An account already uses this email.'],
  ['fr', 'Un compte existe déjà avec cette adresse e-mail', 'Un compte utilise déjà cette adresse.'],
])('reports in %s that an address is taken, and keeps the form values', async (locale, text, problem) => {
  refuse(registerUser, 'email_taken_on_signup');
  const { user } = await openPage('/signup', { locale });
  await fillSignUp(user, locale);
  await user.click(await button(TEXTS[locale].signUp));
  await expectToast(TEXTS[locale].failed);
  await expectToast(text);
  await expectProblem(field('Email'), problem);
  expect(field('Email')).toHaveValue('zoe@example.com');
  expect(field(TEXTS[locale].password)).toHaveValue('correct horse');
  expect(window.location.pathname).toBe('/signup');
});

it.each<[Locale, string, string]>([
  ['en', 'confirm_password', 'The passwords do not match'],
  ['fr', 'confirm_password', 'Les mots de passe ne correspondent pas'],
])(
  'shows in %s a validation error of the API at the field %s, and in one toast',
  async (locale, name, text) => {
    const detail = [{ type: 'password_mismatch', loc: ['body', name], msg: 'The passwords do not match' }];
    answerUnchecked(registerUser, () => HttpResponse.json({ detail }, { status: 422 }));
    const { user } = await openPage('/signup', { locale });
    await fillSignUp(user, locale);
    await user.keyboard('{Enter}');
    await expectProblem(field(TEXTS[locale].confirmPassword), text);
    await expectToast(text);
    expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(1);
  },
);

it('links each public page to the others even if leaving a field makes it invalid', async () => {
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

it('prefills password recovery with the address typed at sign-in, and requests the link', async () => {
  const calls = answer(recoverPassword, { status: 200, body: { message: 'ok' } });
  const { user } = await openPage('/login');
  await fillField(user, 'Email', ' zoe@example.com');
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

it('explains why no recovery link could be sent', async () => {
  refuse(recoverPassword, 'too_many_requests');
  const { user } = await openPage('/recover-password');
  await fillField(user, 'Email', 'zoe@example.com');
  await user.click(await button('Send the link'));
  await expectToast('Too many attempts. Try again in a moment.');
  expect(field('Email')).toHaveValue('zoe@example.com');
});

it('translates the sign-up errors when the language changes, and keeps the input', async () => {
  const { user } = await openPage('/signup', { locale: 'fr' });
  await fillField(user, 'Nom complet', 'Zo');
  await user.click(await button("S'inscrire"));
  await expectProblem(field('Email'), "L'e-mail est requis");
  act(() => setLocale('en'));
  await expectProblem(field('Email'), 'Email is required');
  await expectProblem(field('Full name'), 'Full name must be at least 3 characters');
  expect(field('Full name')).toHaveValue('Zo');
});
