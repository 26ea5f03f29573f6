import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useProduct } from './harness.ts';
import { civilDay, dateField, marker, settle } from './steps.ts';
import { expectSoon, inEnglish, problemAt, requestsOf } from './watching.ts';

const ZONE = 'Europe/Paris';
const product = useProduct({ TIME_ZONE: ZONE });

async function api(method: string, path: string, json?: object) {
  const { t } = product();
  const { token } = await t.superuser();
  const { status, body } = await t.call(method, path, { token, ...(json && { json }) });
  expect(status, `${method} ${path}`).toBeLessThan(300);
  return body;
}

const button = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: true }).first();
const dialog = (page: Page) => page.getByRole('dialog');
const TODAY = civilDay(ZONE);
const YESTERDAY = civilDay(ZONE, -2);

async function member() {
  return product().t.member({ full_name: 'Zoé Lefèvre' });
}

/** A conversation started by a member. */
async function conversation(): Promise<{ id: string; subject: string }> {
  const { token } = await member();
  const json = { subject: marker(), body: 'Where is it?', client_token: randomUUID() };
  const { body } = await product().t.call('POST', '/app/messages', { token, json });
  return body;
}

/** A push to one phone, written in both languages. */
async function push(): Promise<string> {
  const { id, token } = await member();
  const phone = { platform: 'ios', provider: 'fcm', token: randomUUID(), push_permission: 'granted' };
  await product().t.call('PUT', `/app/devices/${randomUUID()}`, { token, json: phone });
  const text = { title: 'Hello', body: 'Everybody' };
  const draft = { audience: { member_ids: [id] }, translations: { fr: text, en: text } };
  return `/broadcast/${(await api('POST', '/broadcasts/', draft)).id}`;
}

const article = async () => {
  const body = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Bonjour' }] }],
  };
  const content = { translations: { fr: { title: marker(), body, state: 'ready' }, en: null } };
  return `/news/${(await api('POST', '/news/', { content })).id}`;
};

interface Form {
  of: string;
  path: () => string | Promise<string>;
  /** Steps to reach the form on that page. */
  open?: (page: Page) => Promise<void>;
  field: (page: Page) => Locator;
  /** Invalid values with their expected messages. */
  wrong: [value: string, said: string][];
  /** A valid value. */
  right: string;
}

const FORMS: Form[] = [
  {
    of: 'a new item',
    path: () => '/items',
    field: (page) => page.getByRole('textbox', { name: 'New item' }),
    wrong: [['', 'A title is required']],
    right: 'A notebook',
  },
  {
    of: 'an item in its row',
    path: async () => {
      await api('POST', '/items/', { title: 'A pencil' });
      return '/items';
    },
    open: (page) => button(page, 'Edit A pencil').click(),
    field: (page) => page.getByRole('row').getByLabel('Title'),
    wrong: [['', 'A title is required']],
    right: 'A pencil',
  },
  {
    of: 'the password that is asked for once more',
    path: () => '/admin/new',
    open: async (page) => {
      await page.getByLabel('Email', { exact: true }).fill('somebody@example.com');
      await button(page, 'Send the invitation').click();
    },
    field: (page) => dialog(page).getByLabel('Your password'),
    wrong: [['', 'Password is required']],
    right: 'correct horse',
  },
  {
    of: 'one’s own name and address',
    path: () => '/settings',
    field: (page) => page.getByLabel('Email', { exact: true }),
    wrong: [
      ['', 'Email is required'],
      ['nobody', 'Invalid email address'],
    ],
    right: 'somebody@example.com',
  },
  {
    of: 'one’s own password',
    path: () => '/settings',
    field: (page) => page.getByLabel('New password', { exact: true }),
    wrong: [['short', 'Password must be at least 8 characters']],
    right: 'correct horse',
  },
  {
    of: 'a new account',
    path: () => '/members/new',
    open: (page) => page.getByLabel('Set a password').check(),
    field: (page) => page.getByLabel('Password', { exact: true }),
    wrong: [['short', 'Password must be at least 8 characters']],
    right: 'correct horse',
  },
  {
    of: 'an account',
    path: async () => `/members/${(await member()).id}?view=account`,
    field: (page) => page.getByLabel('Email', { exact: true }),
    wrong: [['nobody', 'Invalid email address']],
    right: 'somebody@example.com',
  },
  {
    of: 'a deactivation',
    path: async () => `/members/${(await member()).id}?view=account`,
    open: (page) => button(page, 'Deactivate').click(),
    field: (page) => dateField(dialog(page), 'Until'),
    wrong: [[YESTERDAY, 'Choose a day in the future.']],
    right: '2999-01-02',
  },
  {
    of: 'a word to confirm with',
    path: async () => `/members/${(await member()).id}?view=account`,
    open: (page) => button(page, 'Erase for good').click(),
    field: (page) => dialog(page).getByLabel('Type erase to confirm'),
    wrong: [
      ['', 'Type exactly “erase”'],
      ['eras', 'Type exactly “erase”'],
    ],
    right: 'erase',
  },
  {
    of: 'a reply',
    path: async () => `/messages/${(await conversation()).id}?tab=all`,
    field: (page) => page.getByLabel('Reply to Zoé Lefèvre'),
    wrong: [
      ['', 'Write something first.'],
      ['x'.repeat(5_001), 'Shorten this text.'],
    ],
    right: 'Here.',
  },
  {
    of: 'a note',
    path: async () => `/messages/${(await conversation()).id}?tab=all`,
    open: (page) => button(page, 'Internal note').click(),
    field: (page) => page.getByRole('region', { name: 'Type of message' }).getByRole('textbox'),
    wrong: [['', 'Write something first.']],
    right: 'Seen.',
  },
  {
    of: 'a reply to many',
    path: async () => `/messages?tab=all&search=${(await conversation()).subject}`,
    open: async (page) => {
      await page.getByRole('listitem').getByRole('checkbox').first().check();
      await button(page, 'Reply to each').click();
    },
    field: (page) => dialog(page).getByRole('textbox').first(),
    wrong: [['', 'Write something first.']],
    right: 'Here.',
  },
  ...(
    [
      ['Title, for the team', '', 'This field is required', 'Thanks'],
      ['Text in French', '', 'This field is required', 'Merci'],
      ['Place in the list', '1001', 'A whole number from 0 to 1,000', '1000'],
    ] as const
  ).map(
    ([label, value, said, right]): Form => ({
      of: `a template, ${label}`,
      path: () => '/messages',
      open: async (page) => {
        await button(page, 'Other actions').click();
        await page.getByRole('menuitem', { name: 'Reply templates' }).click();
        await button(dialog(page), 'New template').click();
      },
      field: (page) => dialog(page).getByLabel(label),
      wrong: [[value, said]],
      right,
    }),
  ),
  {
    of: 'a reply to a rating',
    path: async () => {
      const { token } = await member();
      const json = { target_type: 'app', score: 2, comment: 'Slow', app_version: '2.4.0', platform: 'ios' };
      await product().t.call('PUT', '/app/ratings', { token, json });
      return '/rates';
    },
    open: (page) => button(page, 'Reply to Zoé Lefèvre').click(),
    field: (page) => dialog(page).getByRole('textbox'),
    wrong: [['', 'Write a reply']],
    right: 'Sorry.',
  },
  {
    of: 'the day of a new message',
    path: () => '/daily-message/new',
    field: (page) => dateField(page, 'Day'),
    wrong: [[YESTERDAY, 'This day is over: choose another']],
    right: '2999-01-02',
  },
  {
    of: 'the link of a message',
    path: () => '/daily-message/new',
    field: (page) => page.getByLabel('Link', { exact: true }),
    wrong: [['http://example.com', 'Write a full link that starts with https://']],
    right: 'https://example.com',
  },
  {
    of: 'the period that the reserve fills',
    path: () => '/daily-message',
    open: (page) => button(page, 'Fill the gaps').click(),
    field: (page) => dateField(dialog(page), 'To'),
    wrong: [
      ['', 'Choose a day'],
      [YESTERDAY, 'This day is over: choose another'],
    ],
    right: '2999-01-02',
  },
  {
    of: 'the day that a message is moved to',
    path: async () => {
      const title = marker();
      await api('POST', '/daily-messages/', { translations: { fr: { title, body: 'Bonjour' } } });
      return `/daily-message?view=reserve&search=${title}`;
    },
    open: (page) => button(page, /^Move /).click(),
    field: (page) => dateField(dialog(page), 'Day'),
    wrong: [
      ['', 'Choose a day'],
      [YESTERDAY, 'This day is over: choose another'],
    ],
    right: TODAY,
  },
  {
    of: 'a table to import',
    path: () => '/daily-message',
    open: (page) => button(page, 'Import').click(),
    field: (page) => dialog(page).getByLabel('Table', { exact: true }),
    wrong: [['', 'Paste a table first']],
    right: 'day;fr_body',
  },
  {
    of: 'a new article',
    path: () => '/news/new',
    field: (page) => page.getByLabel('French', { exact: true }),
    wrong: [
      ['', 'Write a title in French'],
      ['x'.repeat(161), 'At most 160\u00a0characters'],
    ],
    right: 'Bonjour',
  },
  {
    of: 'an article',
    path: article,
    field: (page) =>
      page.getByRole('region', { name: 'English', exact: true }).getByLabel('Title', { exact: true }),
    wrong: [['x'.repeat(161), 'At most 160\u00a0characters']],
    right: 'Hello',
  },
  {
    of: 'the address of an article',
    path: article,
    field: (page) => page.getByLabel('Address', { exact: true }),
    wrong: [['Not an address', 'Lower-case letters a–z, digits and single hyphens between them']],
    right: 'an-address',
  },
  {
    of: 'a link in an article',
    path: article,
    open: async (page) => {
      const french = page.getByRole('region', { name: 'French', exact: true });
      await french.getByRole('textbox', { name: 'Text', exact: true }).click();
      await button(french, 'Link').click();
    },
    field: (page) => dialog(page).getByLabel('Address', { exact: true }),
    wrong: [['javascript:alert(1)', 'Write a full address, such as https://example.com']],
    right: 'https://example.com',
  },
  {
    of: 'when an article goes online',
    path: article,
    open: (page) => button(page, 'Schedule…').click(),
    field: (page) => dateField(dialog(page), 'Goes online'),
    wrong: [
      ['', 'Choose a day and a time'],
      [`${YESTERDAY}T09:00`, 'Choose a moment in the future'],
    ],
    right: '2999-01-02T09:00',
  },
  {
    of: 'a category',
    path: () => '/news?view=categories',
    open: (page) => button(page, 'New category').click(),
    field: (page) => dialog(page).getByRole('textbox').first(),
    wrong: [['', 'Give it a name']],
    right: 'Sport',
  },
  {
    of: 'the article that a push leads to',
    path: () => '/broadcast/new',
    open: (page) => page.getByRole('radio', { name: 'An article', exact: true }).check(),
    field: (page) => page.getByRole('combobox', { name: 'Search among published articles' }),
    wrong: [['', 'Choose an article']],
    right: '',
  },
  {
    of: 'when a push goes out',
    path: push,
    open: (page) => button(page, 'Schedule…').click(),
    field: (page) => dateField(dialog(page), 'Day and time'),
    wrong: [
      ['', 'This field is required'],
      [`${YESTERDAY}T09:00`, 'This time has passed: choose another'],
    ],
    right: '2999-01-02T09:00',
  },
  {
    of: 'the testers of a push',
    path: push,
    open: async (page) => {
      await button(page, 'Test…').click();
      await page.getByRole('radio', { name: 'To chosen testers' }).check();
    },
    field: (page) => dialog(page).getByRole('combobox', { name: 'Testers' }),
    wrong: [['', 'Choose at least one tester']],
    right: '',
  },
];

describe('a field says what is wrong with it when it is left, before anything is sent', () => {
  it.each(FORMS)('$of', async ({ path, open, field, wrong, right }) => {
    const { t } = product();
    const page = await product().open(await path(), { as: await inEnglish(t, t.superuser()), locale: 'en' });
    await settle(page);
    await open?.(page);
    const input = field(page);
    await input.waitFor();
    const writes = ['POST', 'PATCH'].map((method) => requestsOf(page, method, /^\/api\//));
    expect(await problemAt(input)).toBeUndefined();
    for (const [value, said] of wrong) {
      await input.fill(value);
      await input.blur();
      await expectSoon(() => problemAt(input), said);
    }
    if (right) {
      await input.fill(right);
      await input.blur();
      await expectSoon(() => problemAt(input), undefined);
    }
    const sent = writes.flat().map((request) => new URL(request.url()).pathname);
    expect(sent.filter((path) => !path.includes('audience-preview'))).toEqual([]);
  });
});
