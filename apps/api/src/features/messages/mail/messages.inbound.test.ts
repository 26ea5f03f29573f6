import { randomBytes, randomUUID } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import type { MessageThread } from '@agora/contract/features/messages/messages.schema';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { type Account, eventually, FRONTEND, queueOnRow, TestService } from '../../../../test/harness.ts';
import { INBOUND, parts, report, startInboundMail } from '../../../../test/inbound-mail.ts';
import { freePort } from '../../../../test/ports.ts';
import { fileForm } from '../../../../test/requests.ts';
import { SmtpSink } from '../../../../test/smtp-sink.ts';
import { readConfig } from '../../../platform/config.ts';

const DAY = 86_400_000;
const DOMAIN = new URL(FRONTEND).hostname;

const { scene, sink, smtp, conversation, written, deliver, outcomeOf } = await startInboundMail();
const { as, reply, read, mine } = scene;

/** A picture of at least that many megabytes: noise, which PNG does not compress. */
const pictureOf = (megabytes: number): Promise<Buffer> => {
  const [width, height] = [1024, Math.ceil((megabytes * 1024) / 3)];
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
};

const lastOf = ({ entries }: MessageThread) => entries.at(-1);

describe('mails of replies', () => {
  it('sends each reply with its own lower-case addresses for answers and for bounces', async () => {
    const { replyTo, returnPath, note } = await conversation();
    for (const address of [replyTo, returnPath]) {
      expect(address).toMatch(/^messages\+b?[\da-f]{32}\.[\da-z]{16}@in\.example\.com$/);
      expect(address.indexOf('@')).toBeLessThanOrEqual(64);
    }
    expect(replyTo).not.toBe(returnPath);
    expect(note).toContain('répondez à cet e-mail ou dans l’application');
  });

  it('does not invite a blocked member to answer by mail', async () => {
    const { id } = await conversation();
    const block = (path: string) => scene.team('POST', `/users/${scene.member.id}/${path}`);
    await block('block-messages');
    const last_entry_id = lastOf(await read(id))?.id;
    await scene.team('POST', `/messages/${id}/replies`, { body: 'Encore', last_entry_id });
    const reply = lastOf(await read(id));
    const mail = await eventually(async () =>
      sink.received.find(({ messageId }) => messageId === `<${reply?.id}@example.com>`),
    );
    expect(mail.text).toContain('ne sont pas lues');
    await block('unblock-messages');
  });

  it('sends a reply without answer and bounce addresses when inbound mail is not configured', async () => {
    const plain = new SmtpSink(await freePort());
    await plain.on();
    const settings = { ...smtp, SMTP_PORT: String(plain.port) };
    const t = await TestService.start({ worker: true, settings });
    const [member, admin] = [await t.member(), await t.superuser()];
    const json = { body: 'Bonjour', client_token: randomUUID() };
    const { body } = await as(member, t)('POST', '/app/messages', json);
    await as(admin, t)('POST', `/messages/${body.id}/replies`, {
      body: 'Voilà',
      last_entry_id: body.entries[0].id,
    });
    const mail = await eventually(async () => plain.received[0]);
    expect(mail).toMatchObject({ replyTo: undefined, returnPath: 'noreply@example.com' });
    expect(mail.text).toContain('ne sont pas lues');
    expect((await deliver(written({ to: 'messages@in.example.com' }), t)).status).toBe(401);
    await t.stop();
    await plain.off();
  });
});

describe('POST /inbound-mail', () => {
  it.each([undefined, 'another', `${INBOUND.INBOUND_EMAIL_SECRET}x`, ''])(
    'rejects the inbound mail secret %j',
    async (token) => {
      const raw = written({ to: 'messages@in.example.com' });
      const { status, headers } = await scene.t.call('POST', '/inbound-mail', { token, ...fileForm(raw) });
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    },
  );

  it('rejects the session token of a superuser', async () => {
    const token = scene.admin.token;
    const mail = fileForm(written({ to: '' }));
    const { body } = await scene.t.call('POST', '/inbound-mail', { token, ...mail });
    expect(body.code).toBe('invalid_credentials');
  });

  it('rejects a mail of more than 25 MiB', async () => {
    const of = (bytes: number) =>
      Buffer.concat([written({ to: 'nobody@in.example.com' }), Buffer.alloc(bytes)]);
    expect((await deliver(of(24 * 1024 ** 2))).body).toEqual({ outcome: 'not_accepted' });
    expect((await deliver(of(25 * 1024 ** 2))).status).toBe(413);
  });

  it.each([
    [{ INBOUND_EMAIL: INBOUND.INBOUND_EMAIL }, 'INBOUND_EMAIL_SECRET: must be set'],
    [{ INBOUND_EMAIL_SECRET: INBOUND.INBOUND_EMAIL_SECRET }, 'INBOUND_EMAIL: must be set'],
    [{ ...INBOUND, INBOUND_EMAIL_SECRET: 'x'.repeat(31) }, 'INBOUND_EMAIL_SECRET: '],
    [{ ...INBOUND, INBOUND_EMAIL: 'fourteen-chars@in.example.com' }, 'INBOUND_EMAIL: '],
    [{ ...INBOUND, INBOUND_EMAIL: 'with+plus@in.example.com' }, 'INBOUND_EMAIL: '],
  ])('rejects the inbound mail configuration %j at the start', (settings, problem) => {
    expect(() => readConfig(settings)).toThrow(problem);
  });
});

describe('answers by mail', () => {
  it('adds an answer to the conversation, reopens it and counts it as awaiting the team', async () => {
    const { id, replyTo } = await conversation();
    await scene.team('PATCH', `/messages/${id}`, { status: 'closed' });
    const { awaiting } = await scene.countsOn(scene.twin);
    expect(await outcomeOf({ to: replyTo, body: 'Merci !\n\nEt à demain.' })).toBe('answer');
    expect(await read(id)).toMatchObject({ status: 'open', awaiting: true });
    expect(lastOf(await read(id))).toMatchObject({
      kind: 'member',
      author: { id: scene.member.id },
      body: 'Merci !\n\nEt à demain.',
    });
    expect((await scene.countsOn(scene.twin)).awaiting).toBe(awaiting + 1);
    expect((await mine(id)).entries).toHaveLength(3);
    const log = (await scene.team('GET', `/audit-logs/?entity_id=${id}`)).body;
    expect(log.data[0]).toMatchObject({ actor_id: scene.member.id, changes: { status: ['closed', 'open'] } });
  });

  it('marks earlier replies as read for a member who answers by mail', async () => {
    const { id, replyTo } = await conversation();
    const before = await mine(id);
    expect(await outcomeOf({ to: replyTo })).toBe('answer');
    expect([before.is_unread, (await mine(id)).is_unread]).toEqual([true, false]);
    await reply(id);
    expect((await mine(id)).is_unread).toBe(true);
  });

  it('keeps a reply unread that is written while an answer by mail arrives', async () => {
    const { id, replyTo } = await conversation();
    const last_entry_id = lastOf(await read(id))?.id;
    const answers = await queueOnRow(scene.t, sql`select from message_threads where id = ${id} for update`, [
      () => scene.team('POST', `/messages/${id}/replies`, { body: 'Encore', last_entry_id }),
      () => deliver(written({ to: replyTo })),
    ]);
    expect([answers[0]?.status, answers[1]?.body.outcome]).toEqual([200, 'answer']);
    expect((await read(id)).entries.map(({ kind }) => kind)).toEqual(['member', 'reply', 'reply', 'member']);
    expect((await mine(id)).is_unread).toBe(true);
  });

  it.each(['refused', 'automatic'])(
    'does not mark replies as read for a mail that is %s',
    async (outcome) => {
      const { id, replyTo } = await conversation();
      const mail = {
        refused: { from: 'somebody@else.example' },
        automatic: { headers: { 'Auto-Submitted': 'auto-replied' } },
      }[outcome];
      expect(await outcomeOf({ to: replyTo, ...mail })).toBe(outcome);
      expect((await mine(id)).is_unread).toBe(true);
    },
  );

  it('stores an answer once when its mail is delivered repeatedly and concurrently', async () => {
    const { id, replyTo } = await conversation();
    const raw = written({ to: replyTo });
    const outcomes = await Promise.all([1, 2, 3].map(async () => (await deliver(raw)).body.outcome));
    expect([...outcomes, (await deliver(raw)).body.outcome]).toEqual(Array(4).fill('answer'));
    expect((await read(id)).entries).toHaveLength(3);
  });

  it.each(['', '<>', ' '])(
    'stores two answers whose Message-ID is %j, and each only once when redelivered',
    async (messageId) => {
      const { id, replyTo } = await conversation();
      const headers = { 'Message-ID': messageId };
      const mails = ['Oui.', 'Non.'].map((body) => written({ to: replyTo, headers, body }));
      for (const raw of [...mails, ...mails]) expect((await deliver(raw)).body.outcome).toBe('answer');
      expect((await read(id)).entries.slice(2).map(({ body }) => body)).toEqual(['Oui.', 'Non.']);
    },
  );

  it('starts a new conversation for an answer long after the old one was closed', async () => {
    const { id, replyTo } = await conversation();
    await scene.team('PATCH', `/messages/${id}`, { status: 'closed' });
    scene.time += 15 * DAY;
    expect(await outcomeOf({ to: replyTo })).toBe('answer');
    expect((await mine(id)).is_unread).toBe(false);
    const { data } = await scene.list(`user_id=${scene.member.id}`);
    expect(await read(data[0]?.id ?? '')).toMatchObject({ reopened_from_id: id, status: 'new' });
  });

  const wholeOf = async (entry: MessageThread['entries'][number] | undefined) =>
    (await scene.team('GET', `/message-mails/${entry?.id}`)).body.text;

  it('removes quoted text and signature from an answer, and shows the full mail to the team', async () => {
    const { id, replyTo } = await conversation();
    const body =
      'Oui.\n\n-- \nÉloïse\n\nLe mar. 11 mars 2036 à 10:12, L’équipe\n<noreply@example.com> a écrit :\n\n> Voilà\n> donc';
    expect(await outcomeOf({ to: replyTo, body })).toBe('answer');
    expect(await outcomeOf({ to: replyTo, body: 'Encore.' })).toBe('answer');
    const [cut, plain] = (await read(id)).entries.slice(2);
    expect(cut).toMatchObject({ body: 'Oui.', has_mail: true });
    expect(await wholeOf(cut)).toBe(body.replace('-- \n', '--\n'));
    expect(plain).toMatchObject({ body: 'Encore.', has_mail: false });
    expect((await scene.team('GET', `/message-mails/${plain?.id}`)).body.code).toBe('message_not_found');
    expect((await as(scene.member)('GET', `/message-mails/${cut?.id}`)).status).toBe(403);
    expect((await mine(id)).entries[2]).not.toHaveProperty('has_mail');
  });

  it('shows the full mail of an answer that starts a new conversation, and of an automatic reply', async () => {
    const { id, replyTo } = await conversation();
    const body = 'Absente.\n\n-- \nÉloïse';
    await outcomeOf({ to: replyTo, headers: { 'Auto-Submitted': 'auto-replied' }, body });
    expect(await wholeOf(lastOf(await read(id)))).toBe('Absente.\n\n--\nÉloïse');
    await scene.team('PATCH', `/messages/${id}`, { status: 'closed' });
    scene.time += 15 * DAY;
    await outcomeOf({ to: replyTo, body });
    const { data } = await scene.list(`user_id=${scene.member.id}`);
    expect(await wholeOf(lastOf(await read(data[0]?.id ?? '')))).toBe('Absente.\n\n--\nÉloïse');
  });

  it('finds an answer below a long quote', async () => {
    const { id, replyTo } = await conversation();
    const body = `${'> blabla bla bla\n'.repeat(1000)}\nMa réponse.`;
    expect(await outcomeOf({ to: replyTo, body })).toBe('answer');
    expect(lastOf(await read(id))?.body).toBe('Ma réponse.');
  });

  it('converts an answer in HTML only to text', async () => {
    const { id, replyTo } = await conversation();
    const body =
      '<style>p{color:red}</style><p>Oui &amp; non.</p><div>Bien<br>sûr</div><div class="gmail_quote">Le 11 mars, Agora a écrit :<blockquote>Voilà</blockquote></div>';
    await outcomeOf({ to: replyTo, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body });
    expect(lastOf(await read(id))?.body).toBe('Oui & non.\n\nBien\nsûr');
  });

  it('truncates an answer of more than 5,000 characters with an ellipsis', async () => {
    const { id, replyTo } = await conversation();
    expect(await outcomeOf({ to: replyTo, body: 'mot '.repeat(2000) })).toBe('answer');
    const answer = lastOf(await read(id));
    expect(answer?.body).toMatch(/^(mot ){1249}mot…$/);
    expect(await wholeOf(answer)).toBe('mot '.repeat(2000).trim());
  });

  it('stores the pictures of a mail and lists the files that are left out', async () => {
    const { id, replyTo } = await conversation();
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const file = (type: string, name: string, bytes: Buffer) =>
      `Content-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${bytes.toString('base64')}`;
    const headers = { 'Content-Type': 'multipart/mixed; boundary=edge' };
    const files = [
      file('image/png', 'a.png', png),
      file('image/png', 'b.png', Buffer.from('no')),
      file('application/pdf', 'le\tcontrat.pdf', Buffer.from('%PDF-1.7')),
      file('message/rfc822', 'mail.eml', Buffer.from('Subject: x\r\n\r\nx')),
      file('application/pkcs7-signature', 'smime.p7s', png),
    ];
    const note = '[Fichiers non repris\u00a0: le contrat.pdf, mail.eml, b.png]';
    const outcome = await outcomeOf({
      to: replyTo,
      headers,
      body: parts('Content-Type: text/plain\n\nVoici', ...files),
    });
    expect(outcome).toBe('answer');
    expect(lastOf(await read(id))).toMatchObject({
      body: `Voici\n\n${note}`,
      images: [{ width: 40, height: 30 }],
    });
    await outcomeOf({ to: replyTo, headers, body: parts('Content-Type: text/plain\n\n', ...files) });
    expect(lastOf(await read(id))).toMatchObject({ body: `a.png\n\n${note}`, images: [{ width: 40 }] });
  });

  it('stores an answer with many unreadable pictures and lists them as left out', async () => {
    const { id, replyTo } = await conversation();
    const strict = await TestService.start({
      beside: scene.t,
      now: scene.now,
      settings: { ...INBOUND, MESSAGES_PER_HOUR: '5' },
    });
    const picture =
      'Content-Type: image/heic\nContent-Disposition: attachment; filename=p.heic\n\nno picture that can be read';
    const headers = { 'Content-Type': 'multipart/mixed; boundary=edge' };
    const body = parts('Content-Type: text/plain\n\nVoici', ...Array<string>(40).fill(picture));
    const answer = await deliver(written({ to: replyTo, headers, body }), strict);
    await strict.stop();
    expect(answer.body.outcome).toBe('answer');
    expect(lastOf(await read(id))?.body).toMatch(/^Voici\n\n\[Fichiers non repris\u00a0: (p\.heic, )+/);
  });

  it('stores pictures of a mail up to 10 MiB in total and lists the others as left out', async () => {
    const { id, replyTo } = await conversation();
    const [first, second, third] = await Promise.all([6, 5, 1].map((megabytes) => pictureOf(megabytes)));
    const file = (name: string, bytes?: Buffer) =>
      `Content-Type: image/png; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${bytes?.toString('base64')}`;
    const headers = { 'Content-Type': 'multipart/mixed; boundary=edge' };
    const body = parts(
      'Content-Type: text/plain\n\nVoici',
      file('first.png', first),
      file('second.png', second),
      file('third.png', third),
    );
    expect(await outcomeOf({ to: replyTo, headers, body })).toBe('answer');
    const answer = lastOf(await read(id));
    expect(answer?.images).toHaveLength(2);
    expect(answer?.body).toBe('Voici\n\n[Fichier non repris\u00a0: second.png]');
  });

  it('stores the file name of a mail without text, in the language of the member', async () => {
    await as(scene.member)('PATCH', '/users/me', { locale: 'en' });
    const { id, replyTo } = await conversation();
    const headers = { 'Content-Type': 'multipart/mixed; boundary=edge' };
    const body = parts(
      'Content-Type: application/pdf\nContent-Disposition: attachment; filename=lease.pdf\n\nx',
    );
    expect(await outcomeOf({ to: replyTo, headers, body })).toBe('answer');
    expect(lastOf(await read(id))?.body).toBe('[File left out: lease.pdf]');
  });

  it('accepts an address signed with the previous secret key and rejects older ones', async () => {
    const { replyTo } = await conversation();
    const outcomes: string[] = [];
    for (const former of ['changethis', 'another']) {
      const settings = { ...INBOUND, SECRET_KEY: 'a-new-key', SECRET_KEY_PREVIOUS: former };
      const rotated = await TestService.start({ beside: scene.t, now: scene.now, settings });
      outcomes.push((await deliver(written({ to: replyTo }), rotated)).body.outcome);
      await rotated.stop();
    }
    expect(outcomes).toEqual(['answer', 'not_accepted']);
  });

  it('counts an answer by mail towards the rate limit of messages', async () => {
    const { replyTo } = await conversation();
    const strict = await TestService.start({
      beside: scene.t,
      now: scene.now,
      settings: { ...INBOUND, MESSAGES_PER_HOUR: '3' },
    });
    const statuses: number[] = [];
    for (let mails = 0; mails < 3; mails += 1)
      statuses.push((await deliver(written({ to: replyTo }), strict)).status);
    await strict.stop();
    expect(statuses).toEqual([200, 200, 429]);
  });

  it.each(['', ' \n\t', '> Voilà\n> donc'])('ignores a mail without new text: %j', async (body) => {
    const { id, replyTo } = await conversation();
    expect(await outcomeOf({ to: replyTo, body })).toBe('empty');
    expect((await read(id)).entries).toHaveLength(2);
  });
});

describe('rejected mails', () => {
  const changed = (address: string) => address.replace(/.(?=@)/, (last) => (last === 'x' ? 'y' : 'x'));

  it('rejects a mail to a forged, unknown or foreign address', async () => {
    const other = await scene.t.member();
    const [own, foreign] = [await conversation(), await conversation(other)];
    const signature = /\.[\da-z]{16}@/;
    const mixed = own.replyTo.replace(signature, signature.exec(foreign.replyTo)?.[0] ?? '');
    const unknown = own.replyTo.replace(/[\da-f]{32}/, randomUUID().replaceAll('-', ''));
    for (const to of [
      changed(own.replyTo),
      mixed,
      unknown,
      changed(own.returnPath),
      'messages@in.example.com',
      'messages+x@in.example.com',
      own.replyTo.replace('in.example', 'evil.example'),
    ])
      expect([to, await outcomeOf({ to })]).toEqual([to, 'not_accepted']);
    expect((await read(own.id)).entries).toHaveLength(2);
  });

  it.each([
    ['two senders in two headers', 'A Member <MEMBER>\r\nFrom: Else <else@example.com>'],
    ['two senders in two headers, the member last', 'Else <else@example.com>\r\nFrom: A Member <MEMBER>'],
    ['the member twice in two headers', 'A Member <MEMBER>\r\nFrom: A Member <MEMBER>'],
    ['two senders in one header', 'A Member <MEMBER>, Else <else@example.com>'],
    ['a name in place of the address', '"MEMBER" <else@example.com>'],
    ['no sender', ''],
  ])('refuses a mail with %s', async (_what, from) => {
    const { id, replyTo } = await conversation();
    const headers = { From: from.replaceAll('MEMBER', scene.member.email) };
    expect(await outcomeOf({ to: replyTo, headers })).toBe('refused');
    expect(await outcomeOf({ to: replyTo })).toBe('answer');
    expect((await read(id)).entries).toHaveLength(3);
  });

  it('accepts the member’s address in Unicode and in punycode, and no address that only looks like it', async () => {
    const member = await scene.t.member({ email: `ada-${randomUUID().slice(0, 8)}@café-lyon.fr` });
    const { id, replyTo } = await conversation(member);
    const [local] = member.email.split('@');
    for (const from of [member.email, `${local}@xn--caf-lyon-d1a.fr`, `${local}@CAFÉ-lyon.fr`])
      expect([from, await outcomeOf({ to: replyTo, from })]).toEqual([from, 'answer']);
    for (const from of [`${local}@cafe-lyon.fr`, `${local}@café-lyon.fr.example`])
      expect([from, await outcomeOf({ to: replyTo, from })]).toEqual([from, 'refused']);
    expect((await read(id)).entries).toHaveLength(5);
  });

  it('refuses the address of another domain that has a dotless i', async () => {
    const member = await scene.t.member({ email: `${randomUUID()}@mail.example.com` });
    const { replyTo } = await conversation(member);
    const [local] = member.email.split('@');
    for (const domain of ['maıl.example.com', 'mai\u0307l.example.com', 'xn--mal-nza.example.com'])
      expect([domain, await outcomeOf({ to: replyTo, from: `${local}@${domain}` })]).toEqual([
        domain,
        'refused',
      ]);
    expect(await outcomeOf({ to: replyTo, from: member.email })).toBe('answer');
  });

  it('refuses mails of other senders and of blocked, deactivated or deleted members', async () => {
    const { id, replyTo } = await conversation();
    expect(await outcomeOf({ to: replyTo, from: 'else@example.com' })).toBe('refused');
    const foreign = await conversation(await scene.t.member());
    expect(await outcomeOf({ to: foreign.replyTo })).toBe('refused');
    const forbid = async (path: string, account: Account = scene.member) =>
      scene.team('POST', `/users/${account.id}/${path}`, path === 'deactivate' ? { reason: 'x' } : undefined);
    await forbid('block-messages');
    expect(await outcomeOf({ to: replyTo })).toBe('refused');
    await forbid('unblock-messages');
    expect(await outcomeOf({ to: replyTo, from: scene.member.email.toUpperCase() })).toBe('answer');
    await forbid('deactivate');
    expect(await outcomeOf({ to: replyTo })).toBe('refused');
    await scene.team('DELETE', `/users/${scene.member.id}`);
    expect(await outcomeOf({ to: replyTo })).toBe('refused');
    expect((await read(id)).entries).toHaveLength(3);
  });

  it('rejects a malformed mail', async () => {
    const { id, replyTo } = await conversation();
    const nested = Array.from(
      { length: 100 },
      (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n`,
    );
    const deep = { 'Content-Type': 'multipart/mixed; boundary=edge' };
    for (const raw of [
      Buffer.alloc(0),
      Buffer.from('no mail at all'),
      Buffer.from(`To: ${replyTo}\r\n${'X: y\r\n'.repeat(20_000)}`),
      written({ to: replyTo, headers: deep, body: `--edge\n${nested.join('')}` }),
    ])
      expect((await deliver(raw)).body).toEqual({ outcome: 'not_accepted' });
    expect((await read(id)).entries).toHaveLength(2);
  });
});

it('parses two mails at a time', async () => {
  const { id, replyTo } = await conversation();
  let most = 0;
  let running = 0;
  const count = (thread: Worker) => {
    running += 1;
    most = Math.max(most, running);
    thread.once('exit', () => {
      running -= 1;
    });
  };
  process.on('worker', count);
  const mails = Array.from({ length: 8 }, (_, index) => written({ to: replyTo, body: `Mail ${index}` }));
  const outcomes = await Promise.all(mails.map(async (raw) => (await deliver(raw)).body.outcome));
  process.off('worker', count);
  expect(outcomes).toEqual(Array(8).fill('answer'));
  expect(most).toBe(2);
  expect((await read(id)).entries).toHaveLength(10);
});

describe('automatic mails', () => {
  it.each<Record<string, string>>([
    { 'Auto-Submitted': 'auto-replied' },
    { Precedence: 'bulk' },
    { Precedence: 'auto_reply' },
    { 'X-Autoreply': 'yes' },
    { 'X-Autorespond': 'vacation' },
    { 'Return-Path': '<>' },
    { Subject: 'Réponse automatique : Re: Une question (#1)' },
    { Subject: 'Automatic reply: Re: Une question (#1)' },
    { Subject: 'Abwesenheitsnotiz: Re: Une question (#1)' },
    { Subject: 'Lu : Re: Une question (#1)' },
    { Subject: 'Not read: Re: Une question (#1)' },
  ])('records an automatic mail once for the team without changing the conversation: %j', async (headers) => {
    const { id, replyTo } = await conversation();
    const raw = written({ to: replyTo, headers, body: 'Je suis absent.' });
    const outcomes = await Promise.all([1, 2].map(async () => (await deliver(raw)).body.outcome));
    expect([...outcomes, (await deliver(raw)).body.outcome]).toEqual(Array(3).fill('automatic'));
    const thread = await read(id);
    expect(thread).toMatchObject({ status: 'waiting', awaiting: false });
    expect(thread.entries.map(({ kind, body }) => `${kind} ${body}`)).toEqual([
      'member Bonjour',
      'reply Voilà',
      'automatic Je suis absent.',
    ]);
    expect((await mine(id)).entries).toHaveLength(2);
    const { data } = await scene.list(`user_id=${scene.member.id}`);
    expect(data[0]).toMatchObject({ excerpt: 'Voilà', last_at: thread.entries[1]?.created_at });
  });

  it('ignores a read receipt', async () => {
    const { id, replyTo } = await conversation();
    const headers = {
      'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=edge',
    };
    const body = parts(
      'Content-Type: text/plain\n\nVotre message a été lu.',
      'Content-Type: message/disposition-notification\n\nDisposition: manual-action/MDN-sent-manually; displayed',
    );
    expect(await outcomeOf({ to: replyTo, headers, body })).toBe('automatic');
    expect((await read(id)).entries).toHaveLength(2);
    expect((await mine(id)).is_unread).toBe(true);
  });

  it('keeps a conversation closed when an automatic mail arrives', async () => {
    const { id, replyTo } = await conversation();
    await scene.team('PATCH', `/messages/${id}`, { status: 'closed' });
    await outcomeOf({ to: replyTo, headers: { 'Auto-Submitted': 'auto-replied' } });
    expect(await read(id)).toMatchObject({ status: 'closed', entries: { length: 3 } });
  });

  it('ignores an automatic mail that is our own, empty, or from another or blocked sender', async () => {
    const { id, replyTo } = await conversation();
    const outOfOffice = { 'Auto-Submitted': 'auto-replied' };
    const ours = { 'Message-ID': `<${uuidv7()}@${DOMAIN}>` };
    expect(await outcomeOf({ to: replyTo, headers: ours })).toBe('automatic');
    expect(await outcomeOf({ to: replyTo, headers: outOfOffice, from: 'else@example.com' })).toBe(
      'automatic',
    );
    expect(await outcomeOf({ to: replyTo, headers: outOfOffice, body: ' ' })).toBe('automatic');
    await scene.team('POST', `/users/${scene.member.id}/block-messages`);
    expect(await outcomeOf({ to: replyTo, headers: outOfOffice })).toBe('automatic');
    expect((await read(id)).entries).toHaveLength(2);
  });

  it.each<Record<string, string>>([
    { 'Auto-Submitted': 'no' },
    { 'Message-ID': `<${randomUUID().toUpperCase()}@${DOMAIN}>` },
    { 'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply' },
    { 'X-Auto-Response-Suppress': 'All' },
    { 'List-Id': '<list.example.com>' },
    { Precedence: 'list' },
    { 'X-Autoreply': 'no' },
    { Subject: 'Re: Réponse automatique : je suis absent' },
    { Subject: 'Réponse automatique du portail ?' },
    { Subject: 'Lu et approuvé : le devis' },
    { Subject: 'Re: Lu : Une question' },
    { 'Content-Type': 'text/plain; charset=utf-8; report-type=none' },
  ])('accepts a mail with harmless headers as an answer: %j', async (headers) => {
    const { replyTo } = await conversation();
    expect(await outcomeOf({ to: replyTo, headers })).toBe('answer');
  });
});

describe('bounced mails', () => {
  it.each([
    ['5.1.1', 'unknown_address'],
    ['5.2.2', 'mailbox_full'],
    ['4.4.7', 'unreachable'],
    ['5.7.1', 'refused'],
  ])(
    'records a bounce with code %s as %s and ignores later bounces of the same reply',
    async (status, bounce_reason) => {
      const { id, returnPath } = await conversation();
      const bounced = { delivery: 'bounced', bounce_reason };
      expect(await outcomeOf(report(returnPath, 'failed', status))).toBe('bounce');
      expect(lastOf(await read(id))).toMatchObject(bounced);
      expect(await outcomeOf(report(returnPath, 'failed', '5.0.0'))).toBe('bounce');
      expect(lastOf(await read(id))).toMatchObject(bounced);
    },
  );

  it('sends a live update when a reply bounces', async () => {
    const { id, returnPath } = await conversation();
    const listener = postgres(scene.t.url, { max: 1 });
    const events: string[] = [];
    await listener.listen('agora_events', (event) => events.push(event));
    await outcomeOf(report(returnPath, 'failed', '5.1.1'));
    const [event = ''] = await eventually(async () => (events.length > 0 ? events : undefined));
    await listener.end();
    expect(JSON.parse(event)).toMatchObject({ event: 'changed', entity: 'message', id });
  });

  it('counts bounces of a reply towards the rate limit of messages', async () => {
    const [one, other] = [await conversation(), await conversation()];
    const strict = await TestService.start({
      beside: scene.t,
      now: scene.now,
      settings: { ...INBOUND, MESSAGES_PER_HOUR: '2' },
    });
    const bounce = async (to: string) =>
      (await deliver(written(report(to, 'failed', '5.1.1')), strict)).status;
    const statuses = [
      await bounce(one.returnPath),
      await bounce(one.returnPath),
      await bounce(one.returnPath),
      await bounce(other.returnPath),
    ];
    await strict.stop();
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('reads a report next to HTML that takes too long', async () => {
    const { id, returnPath } = await conversation();
    const mail = report(returnPath, 'failed', '5.1.1');
    const body = `--edge\nContent-Type: text/html\n\n${'<b>'.repeat(60_000)}\n${mail.body}`;
    expect(await outcomeOf({ ...mail, body })).toBe('bounce');
    expect(lastOf(await read(id))).toMatchObject({ bounce_reason: 'unknown_address' });
  });

  it('records a bounce without a delivery report and without a reason', async () => {
    const { id, returnPath } = await conversation();
    const mail = { to: returnPath, from: 'MAILER-DAEMON@mx.example', headers: { 'Return-Path': '<>' } };
    expect(await outcomeOf(mail)).toBe('bounce');
    expect(lastOf(await read(id))).toMatchObject({ delivery: 'bounced', bounce_reason: null });
  });

  it('ignores a delay report and records an out-of-office mail to the bounce address', async () => {
    const { id, returnPath } = await conversation();
    const outOfOffice = { 'Return-Path': '<>', 'Auto-Submitted': 'auto-replied' };
    expect(await outcomeOf(report(returnPath, 'delayed', '4.4.1'))).toBe('automatic');
    expect((await read(id)).entries).toHaveLength(2);
    expect(await outcomeOf({ to: returnPath, body: 'Une question.' })).toBe('refused');
    expect(await outcomeOf({ to: returnPath, headers: outOfOffice, body: 'Absente.' })).toBe('automatic');
    const { entries } = await read(id);
    expect(entries[1]).toMatchObject({ delivery: 'sent', bounce_reason: null });
    expect(entries[2]).toMatchObject({ kind: 'automatic', body: 'Absente.' });
  });

  it('does not reference a bounced mail in later mails', async () => {
    const { id, returnPath } = await conversation();
    await outcomeOf(report(returnPath, 'failed', '5.2.2'));
    await reply(id);
    const last = lastOf(await read(id))?.id;
    const mail = await eventually(async () =>
      sink.received.find(({ messageId }) => messageId === `<${last}@example.com>`),
    );
    expect(mail.references).toBeUndefined();
  });
});
