import { expect, it } from 'vitest';
import { invalid, networkError, refusal } from '../../test/api-errors.ts';
import { ApiError } from './api-error.ts';
import { detailText } from './detail-text.ts';
import { errorText, fieldErrors, markModuleError, pathErrors, requestIdOf, textOf } from './errors.ts';
import { type Locale, setLocale } from './i18n.ts';

const answerOf = (status: number, body?: unknown, statusText = '') =>
  new ApiError('/api/v1/test', status, statusText, body);

it.each<[Locale, string, string]>([
  ['en', 'The service can’t be reached. Check your connection and try again.', 'The service takes too long'],
  [
    'fr',
    'Le service est injoignable. Vérifiez votre connexion, puis réessayez.',
    'Le service met trop de temps',
  ],
])('distinguishes a lost connection from a timeout in %s', (locale, lost, slow) => {
  setLocale(locale);
  expect(errorText(networkError())).toBe(lost);
  expect(errorText(new ApiError('/api/v1/test', 0, 'timeout'))).toContain(slow);
});

it.each<[Locale, string, string]>([
  ['en', 'inactive_user', 'Inactive user'],
  ['fr', 'inactive_user', 'Ce compte est désactivé. Adressez-vous à un administrateur.'],
  ['en', 'version_conflict', 'Somebody else has just saved a change: check it, then try again.'],
  ['fr', 'call_in_progress', 'Cette action est déjà en cours. Patientez un instant.'],
])('has a text in %s for the code %s, both shared ones and those of features', (locale, code, text) => {
  setLocale(locale);
  expect(errorText(refusal(400, code))).toBe(text);
});

it('shows the text of the service for an unknown error code', () => {
  expect(errorText(refusal(400, 'of_tomorrow'))).toBe('Refused: of_tomorrow');
  // An inherited property of objects is not a text.
  expect(errorText(refusal(400, 'toString'))).toBe('Refused: toString');
  expect(textOf(undefined)).toBeUndefined();
});

it.each([
  [400, 'The request could not be understood.'],
  [404, 'Not Found'],
  [409, 'This can’t be done at the moment. Reload the page, then try again.'],
  [429, 'Too many attempts. Try again in a moment.'],
  [500, 'Something went wrong on our side. Try again in a moment.'],
  [503, 'The service is not available at the moment. Try again shortly.'],
])('has a text for status %i without a body', (status, text) => {
  expect(errorText(answerOf(status))).toBe(text);
  expect(errorText(answerOf(status, {}))).toBe(text);
});

it.each([
  [{ code: 'x' }],
  [123],
  [true],
  [null],
  [''],
  [[]],
  [['Not today']],
  [[null]],
  [[{ loc: ['body', 'email'] }]],
  [[{ msg: { en: 'Not today' }, loc: 'email', type: 7, ctx: 'x' }]],
])('shows a text for the detail %j of a response that is not from the service', (detail) => {
  for (const locale of ['en', 'fr'] as const) {
    setLocale(locale);
    const error = answerOf(400, { detail, code: { of: 'a proxy' }, request_id: 7 }, 'Bad Request');
    expect(detailText(error)).toBe(locale === 'en' ? 'Something went wrong.' : 'Une erreur est survenue.');
    expect(errorText(error)).toMatch(
      locale === 'en'
        ? /^(Something went wrong|The request could not be understood)\.$/
        : /^(Une erreur est survenue|La requête n’a pas été comprise)\.$/,
    );
    for (const texts of [fieldErrors(error), pathErrors(error)])
      for (const text of Object.values(texts)) expect(text).toMatch(/\w/);
    expect(requestIdOf(error)).toBeUndefined();
  }
});

it.each([['text'], [[1, 2]], [null], [7], [{ detail: '  ' }]])('shows the body %j only as text', (body) => {
  expect(errorText(answerOf(418, body))).toMatch(/^Error 418/);
  expect(detailText(answerOf(418, body))).toBe('Something went wrong.');
});

it('shows the first message of a list of errors without fields', () => {
  const error = answerOf(422, { detail: [{ msg: 'Not today' }, { msg: 'Nor tomorrow' }] });
  expect(detailText(error)).toBe('Not today');
  expect(errorText(error)).toBe('Not today');
  expect(fieldErrors(error)).toEqual({});
});

it.each([
  [answerOf(418, { reason: 'tea' }, "I'm a teapot"), 'Error 418 I\'m a teapot: {"reason":"tea"}'],
  [answerOf(451, 'Not here', 'Unavailable'), 'Error 451 Unavailable: Not here'],
  [answerOf(502, '<!doctype html><h1>Bad gateway</h1>', 'Bad Gateway'), 'Error 502 Bad Gateway'],
  [answerOf(502), 'Error 502'],
  [answerOf(418, 'x'.repeat(300)), `Error 418: ${'x'.repeat(200)}`],
])(
  'shows the beginning of a response that is not from the service, but no HTML page of a proxy',
  (error, text) => {
    expect(errorText(error)).toBe(text);
  },
);

it('shows a general text for errors other than failed requests', () => {
  expect(errorText(new TypeError('rows is undefined'))).toBe('Something went wrong.');
  expect(errorText('odd')).toBe('Something went wrong.');
});

it('says that the service cannot be reached if a module was not loaded', () => {
  const error = new TypeError('Failed to fetch dynamically imported module');
  markModuleError(error);
  expect(errorText(error)).toMatch(/^The service can’t be reached/);
});

it('returns the id of the failed request', () => {
  expect(requestIdOf(refusal(500, 'internal_error'))).toBe('r-1');
  expect(requestIdOf(new ApiError('/', 500, '', undefined, 'r-2'))).toBe('r-2');
  expect(requestIdOf(networkError())).toBeUndefined();
});

const SHORT = { type: 'string_too_short', loc: ['body', 'title'], ctx: { min_length: 1 } };
const LONG = { type: 'string_too_long', loc: ['body', 'content', 'fr', 'title'], ctx: { max_length: 160 } };
const COMMON = {
  type: 'value_error',
  loc: ['body', 'password'],
  ctx: { reason: 'password_too_common' },
};

it('assigns an error to the field that its path starts with', () => {
  expect(fieldErrors(invalid(SHORT, LONG, COMMON))).toEqual({
    title: 'At least 1\u00a0character',
    content: 'At most 160\u00a0characters',
    password: 'This password is too common: choose one that others would not guess',
  });
});

it('assigns an error to its full path for a form with nested fields', () => {
  expect(pathErrors(invalid(SHORT, LONG))).toEqual({
    title: 'At least 1\u00a0character',
    'content.fr.title': 'At most 160\u00a0characters',
  });
});

it('translates field errors, with a general text for unknown types', () => {
  setLocale('fr');
  const control = { type: 'control_characters', loc: ['body', 'full_name'] };
  expect(fieldErrors(invalid(LONG, control, { loc: ['body', 'phone'], msg: 'Too odd' }))).toEqual({
    content: 'Au plus 160\u00a0caractères',
    full_name: 'Retirez les retours à la ligne et les tabulations',
    phone: 'Cette valeur n’est pas valide',
  });
});

it('assigns no error to a field if the service names none, or after another error', () => {
  expect(fieldErrors(invalid({ loc: ['body'] }))).toEqual({});
  expect(fieldErrors(refusal(409, 'conflict'))).toEqual({});
  expect(fieldErrors(networkError())).toEqual({});
});

it('shows the first field error as the text of the whole error', () => {
  expect(errorText(invalid(SHORT, LONG))).toBe('At least 1\u00a0character');
  expect(errorText(answerOf(422, { detail: [] }))).toBe('Something went wrong.');
});

it.each([
  ['a list', invalid({}), 'Too odd'],
  ['an empty list', answerOf(422, { detail: [] }), 'Something went wrong.'],
  ['a sentence', answerOf(422, { detail: 'Not today' }), 'Not today'],
  ['nothing', answerOf(422, {}), 'Something went wrong.'],
  ['no answer', networkError(), 'Something went wrong.'],
])('shows the text of the service for a sign-in rejected because of %s', (_, error, text) =>
  expect(detailText(error)).toBe(text),
);

it('translates the text of a rejected sign-in if there is a translation', () => {
  setLocale('fr');
  const said = { detail: 'Inactive user', code: 'inactive_user' };
  expect(detailText(answerOf(400, said))).toBe('Ce compte est désactivé. Adressez-vous à un administrateur.');
  expect(detailText(answerOf(400, { detail: 'Not today', code: 'of_tomorrow' }))).toBe('Not today');
  expect(detailText(invalid({}))).toBe('Too odd');
  expect(detailText(invalid({ type: 'value_error', loc: ['body', 'email'] }))).toBe(
    'Cette adresse e-mail n’est pas valide',
  );
});
