import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { usePushes } from '../../../../test/faults/pushes.ts';

const pushes = usePushes();

const TEXTS = {
  fr: { title: 'Bonjour {prénom|cher membre}', body: '{ Prenom | Vous } : à demain' },
  en: { title: 'Hello {first_name|dear member}', body: 'See you {{first name|all}}' },
};

it('sends each member their first name, and the fallback to members without a name', async () => {
  const { ids, tokens, audience } = await pushes.readers(4);
  const names = ['Éloïse Martin', null, '  Ada   Lovelace ', 'A'.repeat(60)];
  for (const [index, name] of names.entries())
    await pushes.t.db.execute(sql`update users set full_name = ${name} where id = ${ids[index]}`);
  await pushes.t.db.execute(sql`update devices set locale = 'en' where user_id = ${ids[2]}`);
  const id = await pushes.draft(audience, { translations: TEXTS });
  await pushes.ask('POST', `/${id}/send`, { expected_devices: 4 });
  await pushes.until(id, 'sent');
  const textOf = (token: string | undefined) => {
    const { message } = pushes.server.received.find((one) => one.token === token) ?? {};
    const { title, body } = (message as { notification: Record<string, string> }).notification;
    return [title, body];
  };
  expect(tokens.map(textOf)).toEqual([
    ['Bonjour Éloïse', 'Éloïse : à demain'],
    ['Bonjour cher membre', 'Vous : à demain'],
    ['Hello Ada', 'See you Ada'],
    [`Bonjour ${'A'.repeat(39)}…`, `${'A'.repeat(39)}… : à demain`],
  ]);
});
