import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { useConversations } from '../../../../test/conversations.ts';

const scene = useConversations();
const { as, team } = scene;

describe('reply templates', () => {
  const bodies = { fr: 'Bonjour {prénom}, merci.', en: 'Hello {first_name}, thank you.' };
  const create = (fields: object = {}) =>
    team('POST', '/reply-templates/', { title: 'Merci', bodies, position: 2, ...fields });
  const forMember = async (id = scene.member.id) =>
    (await team('GET', `/users/${id}/reply-templates`)).body.data as { title: string; body: string }[];

  beforeEach(() => scene.t.db.execute(sql`delete from reply_templates`));

  it('fills reply templates in the language and with the first name of a member', async () => {
    await create();
    await create({ title: 'Avant', position: 1, bodies: { fr: 'Ça va {prénom} ?' } });
    expect(await forMember()).toMatchObject([
      { title: 'Avant', body: 'Ça va Éloïse ?' },
      { title: 'Merci', body: 'Bonjour Éloïse, merci.' },
    ]);
    await as(scene.member)('PATCH', '/users/me', { locale: 'en', full_name: null });
    expect((await forMember()).map(({ body }) => body)).toEqual(['Ça va ?', 'Hello, thank you.']);
    await create({ title: 'Nom seul', position: 3, bodies: { fr: 'Merci.', en: '{first_name}' } });
    expect((await forMember()).at(-1)?.body).toBe('Merci.');
    expect((await team('GET', `/users/${randomUUID()}/reply-templates`)).body.code).toBe('user_not_found');
  });

  it('rejects concurrent changes of a reply template and requires the default language', async () => {
    const { body } = await create();
    const change = (json: object) => team('PATCH', `/reply-templates/${body.id}`, json);
    expect((await change({ title: 'Grand merci', version: 1 })).body).toMatchObject({
      title: 'Grand merci',
      bodies,
      version: 2,
    });
    expect((await change({ title: 'x', version: 1 })).body.code).toBe('version_conflict');
    expect((await change({ bodies: { en: '' } })).body.bodies).toEqual({ fr: bodies.fr, en: '' });
    for (const fr of [' ', '{prénom}', ' {first_name} {prénom}'])
      expect((await change({ bodies: { fr } })).body.detail[0].type, fr).toBe('default_locale_missing');
    const { status, body: refusal } = await change({ bodies: { fr: 'Bonjour {nom}' } });
    expect([status, refusal.detail]).toMatchObject([
      422,
      [{ type: 'unknown_placeholder', loc: ['body', 'bodies', 'fr'], ctx: { placeholder: '{nom}' } }],
    ]);
    expect((await create({ bodies: {} })).body.detail[0].loc).toEqual(['body', 'bodies']);
    expect((await team('DELETE', `/reply-templates/${body.id}`)).status).toBe(200);
    expect((await team('GET', `/reply-templates/${body.id}`)).body.code).toBe('reply_template_not_found');
  });
});
