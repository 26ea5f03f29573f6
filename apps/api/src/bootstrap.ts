import { v7 as uuidv7 } from 'uuid';
import {
  DEMO_SUPERUSER_NAME,
  demoMemberDays,
  demoTeam,
  demoUsers,
} from './features/accounts/accounts.users.seed.ts';
import type { NewUser } from './features/accounts/accounts.users.table.ts';
import { listRoles } from './features/accounts/roles/accounts.roles.queries.ts';
import { countUsers } from './features/accounts/users/accounts.list.queries.ts';
import {
  insertMemberDays,
  insertUsers,
  listSuperusers,
} from './features/accounts/users/accounts.users.queries.ts';
import { createUser } from './features/accounts/users/accounts.users.service.ts';
import { setAuditRetention } from './features/audit/audit.queries.ts';
import { insertBroadcasts, insertDeliveries } from './features/broadcasts/broadcasts.queries.ts';
import { demoBroadcasts } from './features/broadcasts/broadcasts.seed.ts';
import { insertDailyMessages } from './features/daily-messages/daily-messages.queries.ts';
import { demoDailyMessages } from './features/daily-messages/daily-messages.seed.ts';
import { insertIssues } from './features/daily-messages/planning/daily-messages.days.queries.ts';
import { insertDevices } from './features/devices/devices.queries.ts';
import { demoDevices } from './features/devices/devices.seed.ts';
import { insertItems } from './features/items/items.queries.ts';
import { demoItems } from './features/items/items.seed.ts';
import { storeMedia } from './features/media/media.service.ts';
import type { Media } from './features/media/media.table.ts';
import { insertEntries, insertThreads } from './features/messages/messages.queries.ts';
import { demoMessages } from './features/messages/messages.seed.ts';
import { TEMPLATES } from './features/messages/messages.texts.seed.ts';
import { insertTemplates } from './features/messages/reply-templates/messages.reply-templates.queries.ts';
import { insertNewsCategories } from './features/news/editing/news.categories.queries.ts';
import {
  insertLive,
  insertNews,
  insertReads,
  insertRevisions,
  insertSlugs,
} from './features/news/news.queries.ts';
import { demoCovers, demoNews, demoReads } from './features/news/news.seed.ts';
import { liveRows } from './features/news/publishing/news.publish.service.ts';
import { insertRatings } from './features/ratings/ratings.queries.ts';
import { demoRatings } from './features/ratings/ratings.seed.ts';
import { hashPassword } from './platform/auth/passwords.ts';
import type { Db } from './platform/db/client.ts';
import { grantRows } from './platform/db/grants.ts';
import { migrate } from './platform/db/migrate.ts';
import { type Config, LOCAL_SECRET } from './platform/settings.ts';
import { userOf } from './platform/settings-problems.ts';
import { openStorage } from './platform/storage.ts';

/** Rows per INSERT, well below Postgres's limit of 65,535 parameters. */
const BATCH = 500;

/** Prepares a database for the service: schema, stored settings, first superuser and, in a local environment, demo data if it was empty. */
export const prepareDatabase = (url: string, config: Config, now: () => Date): Promise<void> =>
  migrate(config.MIGRATION_DATABASE_URL ?? url, async (db) => {
    await setAuditRetention(db, config.AUDIT_RETENTION_DAYS);
    const isEmpty = (await countUsers(db, {}, { now: now(), timeZone: config.TIME_ZONE })) === 0;
    const isDemo = isEmpty && config.SEED_DEMO && config.ENVIRONMENT === 'local';
    await grantAccess(db, { url, config, now, ...(isDemo && { full_name: DEMO_SUPERUSER_NAME }) });
    if (isDemo) await seed(db, now(), config);
  });

/** Prepares a database for a command. Leaves stored settings unchanged, since its environment may differ from the service's. */
export const prepareForCommand = (url: string, config: Config, now: () => Date): Promise<void> =>
  migrate(config.MIGRATION_DATABASE_URL ?? url, (db) => grantAccess(db, { url, config, now }));

interface Access {
  url: string;
  config: Config;
  now: () => Date;
  full_name?: string;
}

/** Grants the service access to the tables, and creates the first superuser. */
async function grantAccess(db: Db, { url, config, now, ...named }: Access): Promise<void> {
  if (config.MIGRATION_DATABASE_URL) await grantRows(db, userOf(url));
  if ((await listSuperusers(db, now())).length > 0) return;
  const { FIRST_SUPERUSER: email, FIRST_SUPERUSER_PASSWORD: password } = config;
  await createUser(
    { db, now, config },
    { email, password, is_superuser: true, ...named },
    'email_taken_on_create',
  );
}

/** Inserts the demo data, all or nothing. */
export async function seed(db: Db, now: Date, config: Config): Promise<void> {
  const input = { now, passwordHash: await hashPassword(LOCAL_SECRET, config) };
  const users = demoUsers(input);
  const team = demoTeam(input, await listRoles(db));
  const items = demoItems({ users, now });
  const authors = users.filter(({ is_superuser }) => is_superuser).map(({ id }) => id);
  const { messages, issues } = demoDailyMessages({ now, timeZone: config.TIME_ZONE, authors });
  const members = users
    .filter(
      ({ is_superuser, deleted_at, invitation_expires_at }) =>
        !is_superuser && !deleted_at && !invitation_expires_at,
    )
    .toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime());
  const { threads, entries } = demoMessages({ now, members, authors });
  const dailyMessages = issues.map(({ message_id }) => message_id);
  const ratings = demoRatings({ now, members, dailyMessages, threads });
  const templates = TEMPLATES.map(({ title, ...bodies }, position) => ({
    id: uuidv7(),
    title,
    bodies,
    position,
    updated_at: now,
  }));
  const devices = demoDevices({ users, now });
  const pushes = demoBroadcasts({ now, authors, devices });
  await db.transaction(async (tx) => {
    for (const rows of batches([...users, ...team])) await insertUsers(tx, rows);
    for (const rows of batches(demoMemberDays(users))) await insertMemberDays(tx, rows);
    for (const rows of batches(items)) await insertItems(tx, rows);
    await insertDailyMessages(tx, messages);
    await insertIssues(tx, issues);
    await insertThreads(tx, threads);
    await insertEntries(tx, entries);
    await insertRatings(tx, ratings);
    await insertTemplates(tx, templates);
    await seedNews(tx, { now, authors, members, config });
    for (const rows of batches(devices)) await insertDevices(tx, rows);
    await insertBroadcasts(tx, pushes.broadcasts);
    for (const rows of batches(pushes.deliveries)) await insertDeliveries(tx, rows);
  });
}

async function seedNews(
  tx: Db,
  { now, authors, members, config }: { now: Date; authors: string[]; members: NewUser[]; config: Config },
): Promise<void> {
  const storage = await openStorage(config);
  const covers: Media[] = [];
  for (const bytes of await demoCovers())
    covers.push(await storeMedia({ db: tx, now: () => now, storage }, bytes));
  const { categories, articles, revisions, shown } = demoNews({ now, authors, covers });
  await insertNewsCategories(tx, categories);
  await insertNews(tx, articles);
  await insertSlugs(
    tx,
    articles.map(({ id, slug }) => ({ article_id: id, slug })),
  );
  await insertRevisions(tx, revisions);
  await insertLive(
    tx,
    shown.flatMap((article) => liveRows(article, config.DEFAULT_LOCALE)),
  );
  for (const rows of batches(demoReads(now, shown, members))) await insertReads(tx, rows);
}

const batches = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) =>
    rows.slice(index * BATCH, (index + 1) * BATCH),
  );
