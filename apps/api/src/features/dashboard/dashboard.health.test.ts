import { rename } from 'node:fs/promises';
import type { Health } from '@agora/contract/features/dashboard/dashboard.contract';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { TestService, useService } from '../../../test/harness.ts';

const service = useService();

async function read(path: string): Promise<Record<string, unknown>> {
  const { token } = await service().superuser();
  const { status, body } = await service().call('GET', path, { token });
  expect(status).toBe(200);
  return Object.fromEntries(
    body.data.map(({ code, state, is_done }: Record<string, string>) => [code, state ?? is_done]),
  );
}

describe('GET /stats/health', () => {
  it('reports failing pushes and a late queue', async () => {
    const { db } = service();
    const before = await read('/stats/health');
    expect(before).toMatchObject({ storage: 'ok', queue: 'ok' });
    expect(before['push']).not.toBe('failing');
    const { token } = await service().superuser();
    const { body } = await service().call('POST', '/broadcasts/', { token, json: { name: 'Stopped' } });
    await db.execute(
      sql`update broadcasts set status = 'paused', last_error = 'provider_credentials' where id = ${body.id}`,
    );
    await db.execute(
      sql`select graphile_worker.add_job('housekeeping', run_at := now() - interval '10 minutes')`,
    );
    expect(await read('/stats/health')).toMatchObject({ push: 'failing', queue: 'late' });
  });

  it.each(['push_target_gone', 'MessageTooBig'])(
    'does not report pushes as failing for a broadcast that is paused with %s',
    async (code) => {
      const { db } = service();
      const { token } = await service().superuser();
      await db.execute(sql`delete from broadcasts`);
      const { body } = await service().call('POST', '/broadcasts/', { token, json: { name: 'Stopped' } });
      const pausedBy = (reason: string) =>
        db.execute(
          sql`update broadcasts set status = 'paused', last_error = ${reason} where id = ${body.id}`,
        );
      await pausedBy(code);
      expect((await read('/stats/health'))['push']).not.toBe('failing');
      await pausedBy('provider_unavailable');
      expect((await read('/stats/health'))['push']).toBe('failing');
    },
  );

  it('reports mail as failing while a failed mail is to be retried, but not once it failed for good', async () => {
    const { db } = service();
    const mail = async () => (await read('/stats/health'))['mail'];
    await db.execute(sql`select graphile_worker.add_job('login.recovery_mail')`);
    const failed = (attempts: number, max: number) =>
      db.execute(sql`update graphile_worker._private_jobs
        set attempts = ${attempts}, max_attempts = ${max}, last_error = 'Refused by the mail server'`);
    await failed(1, 1);
    expect(await mail()).not.toBe('failing');
    await failed(1, 20);
    expect(await mail()).toBe('failing');
  });

  it('reports storage as failing while its folder is missing', async () => {
    const folder = service().config.MEDIA_DIR ?? '';
    const files = async () => (await read('/stats/health'))['storage'];
    await rename(folder, `${folder}-away`);
    const away = await files();
    await rename(`${folder}-away`, folder);
    expect([away, await files()]).toEqual(['failing', 'ok']);
  });
});

describe('GET /stats/health, backup', () => {
  const backupOf = async (t: TestService) => {
    const { token } = await t.superuser();
    const { body } = await t.call('GET', '/stats/health', { token });
    return body.data.find(({ code }: Health) => code === 'backup');
  };
  const made = (hours: number) =>
    service().db.execute(sql`insert into last_backup (name, made_at)
      values ('20260101T033000Z', date_trunc('second', now()) - ${hours}::int * interval '1 hour')
      on conflict (is_last) do update set made_at = excluded.made_at`);

  it('has the time of the last one, and is late after 36 hours', async () => {
    const t = await TestService.start({ beside: service(), settings: { BACKUP_DIR: '/mnt/backups' } });
    expect(await backupOf(service())).toEqual({ code: 'backup', state: 'local' });
    expect(await backupOf(t)).toEqual({ code: 'backup', state: 'late' });
    await made(35);
    expect(await backupOf(t)).toMatchObject({ state: 'ok', last_at: expect.stringMatching(/T.+Z$/) });
    await made(37);
    expect(await backupOf(t)).toMatchObject({ state: 'late' });
    await made(20);
    await t.db.execute(sql`select graphile_worker.add_job('back_up')`);
    await t.db.execute(sql`update graphile_worker._private_jobs set last_error = 'full' where task_id =
      (select id from graphile_worker._private_tasks where identifier = 'back_up')`);
    expect(await backupOf(t)).toMatchObject({ state: 'failing' });
    await made(40);
    expect(await backupOf(t)).toMatchObject({ state: 'failing' });
    await t.stop();
  });
});

describe('GET /stats/onboarding', () => {
  it('marks each onboarding step as done once its content exists', async () => {
    const { db } = service();
    const { token } = await service().superuser();
    await db.execute(sql`delete from daily_messages`);
    await db.execute(sql`update users set is_active = false where is_superuser and email not like 'admin@%'`);
    expect(await read('/stats/onboarding')).toMatchObject({
      first_message: false,
      first_article: false,
      second_admin: false,
    });
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const translations = { fr: { title: '', body: 'Bonjour', author: '' } };
    await service().call('POST', '/daily-messages/', { token, json: { day, status: 'draft', translations } });
    expect(await read('/stats/onboarding')).toMatchObject({ first_message: false });
    await db.execute(sql`update daily_messages set status = 'ready'`);
    await service().colleague();
    expect(await read('/stats/onboarding')).toMatchObject({
      first_message: true,
      first_article: false,
      second_admin: true,
    });
  });

  it('counts a second administrator only after the invitation was accepted', async () => {
    const { db } = service();
    const { token } = await service().superuser();
    await db.execute(sql`update users set is_active = false where is_superuser and email not like 'admin@%'`);
    const invited = { email: 'second@example.com', is_superuser: true };
    expect((await service().call('POST', '/users/invite', { token, json: invited })).status).toBe(200);
    expect(await read('/stats/onboarding')).toMatchObject({ second_admin: false });
    await db.execute(sql`update users set invitation_expires_at = null where email = 'second@example.com'`);
    expect(await read('/stats/onboarding')).toMatchObject({ second_admin: true });
  });

  it('counts a second administrator again once the deactivation has ended', async () => {
    const { db } = service();
    await service().colleague();
    const deactivate = (days: number) =>
      db.execute(sql`update users set is_active = false, deactivated_until = now() + ${days}::int * interval '1 day'
        where is_superuser and email not like 'admin@%'`);
    await deactivate(1);
    expect(await read('/stats/onboarding')).toMatchObject({ second_admin: false });
    await deactivate(-1);
    expect(await read('/stats/onboarding')).toMatchObject({ second_admin: true });
  });
});
