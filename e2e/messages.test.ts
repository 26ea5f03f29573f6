import { describe, expect, it } from 'vitest';
import { expectAccessible } from './harness.ts';
import { heading, menuEntry, replyField, row, thread, useMessages, widthsOf } from './messages-steps.ts';
import { button, drafts, inDialog, loseAnswer, marker, settle } from './steps.ts';
import {
  expectFocused,
  expectShown,
  expectSoon,
  expectToast,
  holdUp,
  placeOf,
  problemAt,
  requestsOf,
} from './watching.ts';

const { product, colleague, openAs, send, api, upload, adminName, handOver } = useMessages();

describe('a long conversation', () => {
  it('shows what was written before its latest entries on request, and keeps the place', async () => {
    const { id, subject } = await send({ body: 'How it began' });
    await product().t.db.execute(`insert into message_entries (id, thread_id, position, kind, body, created_at)
      select gen_random_uuid(), '${id}', position, 'member', 'Message ' || position, now()
      from generate_series(2, 150) as position`);
    await product().t.db.execute(`update message_threads set entry_count = 150 where id = '${id}'`);
    const page = await openAs(`/messages/${id}`);
    await expectShown(heading(page, subject));
    const entries = thread(page).getByRole('log').getByRole('listitem');
    await expectSoon(() => entries.count(), 100);
    expect(await entries.last().textContent()).toContain('Message 150');
    const oldest = entries.filter({ hasText: /Message 51$/ });
    // A live update, which reads the conversation again, ends the read of earlier messages.
    const release = await holdUp(page, 'GET', '**/messages/*before=*');
    const asked = page.waitForRequest(/before=/);
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('before='));
    await button(page, 'Show earlier messages').click();
    await asked;
    await api('PATCH', `/messages/${id}`, { category: 'bug' });
    await ended;
    release();
    await expectSoon(() => entries.count(), 150);
    expect(await entries.first().textContent()).toContain('How it began');
    expect(await button(page, 'Show earlier messages').count()).toBe(0);
    await expectFocused(oldest);
    expect(
      await oldest.evaluate((entry) => {
        const { top } = entry.getBoundingClientRect();
        return top > 0 && top < window.innerHeight;
      }),
    ).toBe(true);

    await replyField(page).fill('All of it was read.');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Reply sent.');
    await page.goto(`${product().origin}/messages/${id}?tab=all`);
    await expectShown(thread(page).getByText('All of it was read.'));
  });
});

describe('a message of a member', () => {
  it('raises the one number everywhere, is answered, and its answer is read in the app and by mail', async () => {
    await product().t.db.execute('delete from message_threads');
    const { id, member, subject } = await send({
      context: { platform: 'ios', app_version: '2.4.0', device: 'iPhone', screen: 'daily-message' },
    });
    const page = await openAs('/dashboard');
    await expectShown(menuEntry(page).getByText('1 awaiting reply'));
    await expectShown(page.getByRole('link', { name: /^Conversations awaiting reply\s*1/ }));
    await menuEntry(page).click();
    await expectShown(page.getByRole('link', { name: 'Awaiting reply 1' }));
    await expectSoon(() => page.title(), '(1) Received messages · Agora');

    await row(page, subject).getByRole('link').click();
    await expectShown(heading(page, subject));
    await page.getByText('The member', { exact: true }).click();
    await expectShown(
      page.getByText('iOS · 2.4.0'),
      page.getByText('iPhone'),
      page.getByRole('definition').getByText('Daily message'),
    );
    await replyField(page).fill('It is on the first screen.');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Reply sent.');
    await expectSoon(() => menuEntry(page).textContent(), 'Received messages');
    await expectShown(page.getByText('Everybody has an answer'));
    expect(placeOf(page)).toBe('/messages');

    await button(page, 'See it').click();
    await expectShown(thread(page).getByText('Email sent'), button(page, `Assigned to ${await adminName()}`));
    const { entries } = await api('GET', `/app/messages/${id}`, undefined, member);
    expect(entries.map((entry: { body: string }) => entry.body)).toEqual([
      'Where is it?',
      'It is on the first screen.',
    ]);
    const mails = product().mails.received.filter(({ to }) => to.includes(member.email));
    expect(mails.map(({ text }) => text).join()).toContain('It is on the first screen.');
  });

  it('is answered once: the second of two who answer at the same time sees the first, and keeps the text', async () => {
    const { id } = await send();
    const [one, other] = [
      await openAs(`/messages/${id}`),
      await openAs(`/messages/${id}`, await colleague()),
    ];
    await replyField(one).fill('The first answer');
    await replyField(other).fill('The second answer');
    await button(one, 'Send').click();
    await expectToast(one, 'Reply sent.');
    await button(other, 'Send').click();
    const news = other.getByRole('alert').filter({ hasText: '1 new entry since you started writing' });
    await expectShown(news.getByText('The first answer'));
    expect(await replyField(other).inputValue()).toBe('The second answer');
    expect((await api('GET', `/messages/${id}`)).entries).toHaveLength(2);

    await button(news, 'Mark as read').click();
    await expectFocused(replyField(other));
    await button(other, 'Send').click();
    await expectToast(other, 'Reply sent.');
    expect((await api('GET', `/messages/${id}`)).entries).toHaveLength(3);
  });

  it('is not sent again where only the service’s answer was lost', async () => {
    const { id } = await send();
    const page = await openAs(`/messages/${id}`);
    await replyField(page).fill('Said only once');
    await loseAnswer(page, '**/replies');
    await button(page, 'Send').click();
    await expectToast(page, 'Something went wrong!', 'Reply sent.');
    await expectShown(thread(page).getByRole('log').getByText('Said only once'));
    expect(await replyField(page).inputValue()).toBe('');
    expect(await drafts(page)).toEqual([]);
  });

  it('shows one’s own reply, sent in another window, before the text leaves as another', async () => {
    const { id } = await send();
    const account = await colleague();
    const [one, other] = [await openAs(`/messages/${id}`, account), await openAs(`/messages/${id}`, account)];
    await replyField(other).fill('Half wri');
    await replyField(one).fill('Said here');
    await button(one, 'Send').click();
    const news = other.getByRole('alert').filter({ hasText: '1 new entry since you started writing' });
    await expectShown(news.getByText('Said here'));
    await button(other, 'Send').click();
    await expectFocused(news);
    expect((await api('GET', `/messages/${id}`)).entries).toHaveLength(2);
  });

  it('stays open where "Send" follows a "Send and close" that had no text', async () => {
    const { id } = await send();
    const page = await openAs(`/messages/${id}`);
    await replyField(page).focus();
    await button(page, 'Send and close').click();
    await expectSoon(() => problemAt(replyField(page)), 'Write something first.');
    await replyField(page).fill('It is not over yet.');
    await button(page, 'Send').click();
    await expectToast(page, 'Reply sent.');
    expect((await api('GET', `/messages/${id}`)).status).toBe('waiting');
  });

  it('shows that it is sent and closed on the button that was pressed', async () => {
    const { id } = await send();
    const page = await openAs(`/messages/${id}`);
    const letGo = await holdUp(page, 'POST', '**/replies');
    await replyField(page).fill('It is over.');
    await button(page, 'Send and close').click();
    const isLoading = (name: string) => button(page, name).getAttribute('data-loading');
    await expectSoon(() => isLoading('Send and close'), 'true');
    expect(await isLoading('Send')).toBeNull();
    letGo();
    await expectToast(page, 'Reply sent, conversation closed.');
    expect((await api('GET', `/messages/${id}`)).status).toBe('closed');
  });

  it('takes no more of a text that is being sent, which would be lost', async () => {
    const { id } = await send();
    const page = await openAs(`/messages/${id}`);
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/replies', (route) => held.then(() => route.continue()));
    await replyField(page).fill('It is on the first screen.');
    await page.keyboard.press('Control+Enter');
    await expectSoon(() => replyField(page).isEditable(), false);
    await page.keyboard.type(' And more');
    go();
    await expectToast(page, 'Reply sent.');
    expect((await api('GET', `/messages/${id}`)).entries.at(-1).body).toBe('It is on the first screen.');
  });

  it('is noted on in yellow, apart from replies, for the team alone', async () => {
    const { id, member } = await send();
    const page = await openAs(`/messages/${id}`);
    await replyField(page).fill('For the member');
    await button(page, 'Internal note').click();
    const note = page.getByLabel('Note for the team, never sent');
    await expectFocused(note);
    expect(await note.inputValue()).toBe('');
    await note.fill('A secret');
    await page.keyboard.press('Control+Enter');
    await expectShown(thread(page).getByText('left an internal note'));
    await button(page, 'Reply').click();
    expect(await replyField(page).inputValue()).toBe('For the member');
    expect(JSON.stringify(await api('GET', `/app/messages/${id}`, undefined, member))).not.toContain(
      'A secret',
    );
    expect((await api('GET', `/messages/${id}`)).awaiting).toBe(true);
  });

  it('is noted on once where the answer of the service was lost', async () => {
    const { id, subject } = await send();
    const page = await openAs(`/messages/${id}`);
    const isUnread = async () => (await api('GET', `/messages/?search=${subject}`)).data[0].is_unread;
    await expectSoon(isUnread, false);
    await button(page, 'Internal note').click();
    const note = page.getByLabel('Note for the team, never sent');
    await note.fill('Said once');
    const reads = requestsOf(page, 'POST', /\/read$/);
    await loseAnswer(page, '**/notes');
    await button(page, 'Add the note').click();
    await expectToast(page, 'Something went wrong!');
    await expectShown(thread(page).getByRole('log').getByText('Said once'));
    await button(page, 'Add the note').click();
    await expectToast(page, 'Note added.');
    // The service knows that one’s own note is read.
    expect(reads).toEqual([]);
    expect((await api('GET', `/messages/${id}`)).entries).toHaveLength(2);
  });

  it('is noted on once where something arrives and is read before the note is repeated', async () => {
    const { id, member } = await send();
    const page = await openAs(`/messages/${id}`);
    await button(page, 'Internal note').click();
    await page.getByLabel('Note for the team, never sent').fill('Said once');
    await loseAnswer(page, '**/notes');
    await button(page, 'Add the note').click();
    await expectToast(page, 'Something went wrong!');
    const reads = requestsOf(page, 'POST', /\/read$/);
    const json = { body: 'Are you there?', client_token: crypto.randomUUID() };
    await api('POST', `/app/messages/${id}/replies`, json, member);
    await expectShown(thread(page).getByRole('log').getByText('Are you there?'));
    await expectSoon(() => reads.length, 1);
    await button(page, 'Add the note').click();
    await expectToast(page, 'Note added.');
    expect((await api('GET', `/messages/${id}`)).entries).toHaveLength(3);
  });

  it('is not noted on while those whom the note names cannot be alerted', async () => {
    const { id } = await send();
    const page = await openAs(`/messages/${id}`);
    let isDown = true;
    await page.route('**/api/v1/users/?*', (route) =>
      isDown ? route.fulfill({ status: 404, json: { detail: '', code: 'not_found' } }) : route.continue(),
    );
    await page.reload();
    await button(page, 'Internal note').click();
    const note = page.getByLabel('Note for the team, never sent');
    await note.fill('@Nobody knows');
    await button(page, 'Add the note').click();
    await expectToast(page, 'Something went wrong!');
    expect(await note.inputValue()).toBe('@Nobody knows');
    isDown = false;
    await button(page, 'Add the note').click();
    await expectShown(thread(page).getByText('left an internal note'));
  });

  it('keeps what was begun as an answer, each conversation its own, until it is sent', async () => {
    const [first, second] = [await send(), await send()];
    const page = await openAs(`/messages/${first.id}`);
    await replyField(page).fill('Not finished');
    await page.getByRole('link', { name: 'Previous conversation' }).click();
    await expectShown(heading(page, second.subject));
    expect(await replyField(page).inputValue()).toBe('');
    await page.goto(`${product().origin}/messages/${first.id}`);
    await expectShown(page.getByText('What you had typed has been restored.'));
    expect(await replyField(page).inputValue()).toBe('Not finished');
  });

  it('forgets an answer that its writer deletes', async () => {
    const { id } = await send();
    const page = await openAs(`/messages/${id}`);
    await replyField(page).fill('Not meant like this');
    await expectSoon(() => drafts(page), [expect.stringContaining('Not meant like this')]);
    await replyField(page).fill('');
    await expectSoon(() => drafts(page), []);
    await page.reload();
    expect(await replyField(page).inputValue()).toBe('');
    expect(await page.getByText('What you had typed has been restored.').count()).toBe(0);
  });

  it('shows its pictures, each large on demand', async () => {
    const member = await product().t.member({ full_name: 'Zoé Lefèvre' });
    const page = await openAs('/dashboard');
    const picture = await page.screenshot();
    const images = [await upload(member, picture), await upload(member, picture)];
    const { id } = await send({ images }, member);
    await page.goto(`${product().origin}/messages/${id}`);
    await expectSoon(() => widthsOf(thread(page).getByRole('log')), [320, 320]);
    const second = button(page, 'Open picture 2 of 2');
    await second.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Picture 2 of 2' });
    await expectSoon(() => widthsOf(dialog), [1280]);
    await expectAccessible(page);
    await button(dialog, 'Previous').click();
    await expectShown(page.getByRole('img', { name: 'Picture 1 of 2' }));
    const download = page.waitForEvent('download');
    await inDialog(page, 'Download').click();
    expect((await download).suggestedFilename()).toBe(`${images[0]}.webp`);
    await page.keyboard.press('Escape');
    await expectFocused(second);
  });

  it('shows what mails bring back: an answer for who is away, and that one did not arrive', async () => {
    const { id, member } = await send();
    const page = await openAs(`/messages/${id}`);
    await replyField(page).fill('It is on the first screen.');
    await page.keyboard.press('Control+Enter');
    await expectToast(page, 'Reply sent.');
    await page.goto(`${product().origin}/messages/${id}`);
    await expectShown(thread(page).getByText('Email sent'));
    const mail = product().mails.received.find(({ to }) => to.includes(member.email));
    const written = `From: ${member.email}\nTo: ${mail?.replyTo}\nAuto-Submitted: auto-replied\n\nAway.`;
    expect((await handOver(written)).body).toEqual({ outcome: 'automatic' });
    const answer = thread(page).getByRole('listitem').filter({ hasText: 'automatic answer' });
    await expectShown(answer.getByText('Away.'));
    const bounce = `From: MAILER-DAEMON@mx.example\nTo: ${mail?.returnPath}\nReturn-Path: <>\n\nNo such user.`;
    expect((await handOver(bounce)).body).toEqual({ outcome: 'bounce' });
    await expectShown(
      thread(page).getByText('The email did not arrive: the member sees this reply only in the app.'),
    );
    await expectAccessible(page);
  });

  it('of somebody whose account is deactivated says so', async () => {
    const { id, member } = await send();
    await api('POST', `/users/${member.id}/deactivate`, { reason: 'Away for long' });
    const page = await openAs(`/messages/${id}`);
    const told = 'The account of this member is deactivated: replies reach them only by email.';
    await expectShown(page.getByText(told));
    await expectAccessible(page);
  });

  it('may be refused from somebody, which is seen and undone', async () => {
    const { id, member } = await send();
    const page = await openAs(`/messages/${id}`, undefined, { viewport: { width: 1440, height: 900 } });
    await button(page, 'Refuse their messages').click();
    await inDialog(page, 'Refuse').click();
    await expectShown(page.getByText(/^Messages from this member have been refused since .*, by/));
    const token = { client_token: crypto.randomUUID(), body: 'Again' };
    expect((await api('POST', '/app/messages', token, member)).code).toBe('sender_blocked');
    await button(page, 'Accept again').click();
    await expectToast(page, 'Messages from this member are accepted again.');
    expect((await api('POST', '/app/messages', token, member)).code).toBeUndefined();
  });
});

describe('the command palette', () => {
  it('finds a conversation by its words, by its number and by all of a long message', async () => {
    const body = `${marker()} ${'where is it '.repeat(400)}`;
    const { subject, number } = await send({ body });
    const page = await openAs('/dashboard');
    for (const words of [subject, `#${number}`, body]) {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search or go to').fill(words);
      await page.getByRole('button', { name: `#${number} · ${subject}` }).click();
      await expectShown(heading(page, subject));
      await page.goto(`${product().origin}/dashboard`);
      await settle(page);
    }
  });
});
