import postgres from 'postgres';

/**
 * Inserts devices and 90 % as many members, and computes the triggers' counters in bulk, as this is not measured.
 * @param old number of devices with version 1.0 of the app
 */
export async function insertDevices(url: string, devices: number, old = 0): Promise<void> {
  const db = postgres(url, { max: 1, onnotice: () => {} });
  const members = Math.ceil(devices * 0.9);
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into users (id, email, email_key, password_hash, locale, created_at)
      select gen_random_uuid(), 'm' || n, 'm' || n, 'none', case when n % 3 = 0 then 'en' else 'fr' end,
        now() - n * interval '1 minute' from generate_series(1, ${members}::int) as n`;
    await tx`insert into devices (id, installation_id, user_id, platform, provider, token, token_hash, locale, time_zone, app_version, push_permission, created_at, last_seen_at)
      select gen_random_uuid(), gen_random_uuid(), id, case when n % 2 = 0 then 'ios' else 'android' end, 'fcm',
        repeat(md5(n::text), 5), md5(n::text), locale, (array['Europe/Paris', 'America/New_York', null])[1 + n % 3],
        case when n <= ${old} then '1.0' else '2.' || n % 7 end, 'granted', now(), now() - (n % 50) * interval '1 day'
      from (select id, locale, row_number() over () as n from (
        select id, locale from users union all select id, locale from users) as twice limit ${devices}) as numbered`;
    await tx`update devices set apart = true where user_id in (
      select user_id from devices group by user_id having count(*) > 1)`;
    await tx`insert into device_counts
      select platform, locale, time_zone, app_version, true, date_trunc('day', last_seen_at, 'UTC') as day, count(*)
      from devices where not apart group by platform, locale, time_zone, app_version, day`;
  });
  await db`vacuum analyze users, devices, device_counts`;
  await db.end();
}
