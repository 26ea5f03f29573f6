import etag from '@fastify/etag';
import fastifyJwt from '@fastify/jwt';
import Fastify, { type FastifyRequest } from 'fastify';
import postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';

/**
 * What the product is measured against: the least that does the same work. It verifies the token, loads the
 * same session and user, and runs the same SQL; no contract, no ORM, no log, no limits, nothing checked.
 */
const env = process.env as Record<'DATABASE_URL' | 'SECRET_KEY' | 'PORT', string>;
/** Articles on the app's first screen. */
const HOME_NEWS = 5;

const sql = postgres(env.DATABASE_URL, { max: 10, onnotice: () => {} });
const app = Fastify();
await app.register(fastifyJwt, { secret: env.SECRET_KEY, verify: { algorithms: ['HS256'] } });

interface User {
  id: string;
  email: string;
  locale: string;
  is_superuser: boolean;
}

async function callerOf(request: FastifyRequest): Promise<User> {
  const { sub, sid } = await request.jwtVerify<{ sub: string; sid: string }>();
  const [user] = await sql<User[]>`
    select u.* from sessions s join users u on u.id = s.user_id
    where s.id = ${sid} and s.user_id = ${sub} and s.expires_at > now() and u.is_active and u.deleted_at is null`;
  if (!user) throw new Error('unauthorized');
  return user;
}

const toUser = (user: User & Record<string, unknown>) => ({
  email: user.email,
  is_active: user['is_active'],
  is_superuser: user.is_superuser,
  full_name: user['full_name'],
  id: user.id,
  created_at: user['created_at'],
  locale: user['locale'],
  version: user['version'],
  updated_at: user['updated_at'],
  last_seen_at: user['last_seen_at'],
  must_change_password: user['must_change_password'],
  invitation_expires_at: user['invitation_expires_at'],
  deactivated_at: user['deactivated_at'],
  deactivated_by: user['deactivated_by'],
  deactivated_until: user['deactivated_until'],
  deactivation_reason: user['deactivation_reason'],
  deleted_at: user['deleted_at'],
});

app.get('/health/ready', () => ({ ok: true }));

app.get('/api/v1/users/me', async (request) => toUser((await callerOf(request)) as never));

app.get<{ Querystring: { skip?: string; limit?: string } }>('/api/v1/users/', async (request) => {
  await callerOf(request);
  const { skip = '0', limit = '100' } = request.query;
  const [rows, counted] = await Promise.all([
    sql`select * from users where deleted_at is null
        order by created_at desc, id desc offset ${Number(skip)} limit ${Number(limit)}`,
    sql`select coalesce(sum(delta), 0)::int as count from row_counts where key in ('users:member', 'users:superuser')`,
  ]);
  return { data: rows.map((row) => toUser(row as never)), count: counted[0]?.['count'] };
});

app.get<{ Params: { id: string } }>('/api/v1/items/:id', async (request) => {
  const caller = await callerOf(request);
  const [item] = await sql`
    select i.title, i.description, i.id, i.owner_id, i.created_at from items i join users u on u.id = i.owner_id
    where i.id = ${request.params.id} and i.deleted_at is null and u.deleted_at is null`;
  if (!item || (item['owner_id'] !== caller.id && !caller.is_superuser)) throw new Error('not found');
  return item;
});

app.post<{ Body: { title: string; description?: string } }>('/api/v1/items/', async (request) => {
  const caller = await callerOf(request);
  const { title, description = null } = request.body;
  const [item] = await sql`
    insert into items (id, owner_id, title, description, created_at)
    values (${uuidv7()}, ${caller.id}, ${title}, ${description}, ${new Date()})
    returning title, description, id, owner_id, created_at`;
  return item;
});

interface LiveRow {
  article_id: string;
  slug: string;
  locale: string;
  text_locale: string;
  visible_from: Date;
  pinned_until: Date | null;
}

const toNews = ({ article_id, slug, locale, text_locale, visible_from, pinned_until, ...row }: LiveRow) => ({
  ...row,
  id: article_id,
  canonical_slug: slug,
  locale: text_locale,
  is_fallback: text_locale !== locale,
  published_at: visible_from,
  is_pinned: pinned_until !== null && pinned_until.getTime() > Date.now(),
});

const newsColumns = sql`l.article_id, l.slug, l.locale, l.text_locale, l.title, l.excerpt, l.cover, l.visible_from, l.pinned_until,
  case when c.id is not null then json_build_object('id', c.id, 'name', c.name_fr, 'color', c.color) end as category,
  r.user_id is not null as is_read`;

const latestNews = (caller: User, limit: number) => sql<LiveRow[]>`select ${newsColumns} from news_live l
  left join news_categories c on c.id = l.category_id
  left join news_reads r on r.article_id = l.article_id and r.user_id = ${caller.id}
  where l.locale = ${caller.locale} and l.visible_from <= now() and (l.visible_to is null or l.visible_to > now())
  order by l.visible_from desc, l.article_id desc limit ${limit}`;

await app.register(async (scope) => {
  await scope.register(etag);
  const messageOf = async (caller: User, day: string) => {
    const [message] = await sql`
      select * from daily_messages where day = ${day} and status = 'ready' and deleted_at is null`;
    if (!message) throw new Error('not found');
    const { translations, id, link } = message as Record<string, unknown>;
    const { locale } = caller;
    const text = (translations as Record<string, object>)[locale];
    return {
      day,
      id,
      link,
      ...text,
      locale,
      is_fallback: false,
      next_change_at: new Date(`${day}T23:00:00Z`),
    };
  };
  scope.get<{ Querystring: { day: string } }>('/api/v1/app/daily-message', async (request) =>
    messageOf(await callerOf(request), request.query.day),
  );
  scope.get<{ Querystring: { day: string } }>('/api/v1/app/home', async (request) => {
    const caller = await callerOf(request);
    const [[counted], rows] = await Promise.all([
      sql`select count(*)::int as unread from message_threads
        where user_id = ${caller.id} and last_staff_at > coalesce(member_read_at, '-infinity')`,
      latestNews(caller, HOME_NEWS),
    ]);
    return {
      daily_message: await messageOf(caller, request.query.day),
      news: rows.map(toNews),
      unread_messages: counted?.['unread'],
      min_app_version: null,
      server_time: new Date(),
    };
  });
});

await app.register(async (scope) => {
  await scope.register(etag);
  scope.get<{ Querystring: { limit: string } }>('/api/v1/app/news', async (request) => {
    const caller = await callerOf(request);
    const [rows, counted] = await Promise.all([
      latestNews(caller, Number(request.query.limit)),
      sql`select count(*)::int as count from (select from news_live where locale = ${caller.locale}
        and visible_from <= now() and (visible_to is null or visible_to > now()) limit 1000) as counted`,
    ]);
    return { data: rows.map(toNews), count: counted[0]?.['count'] };
  });
  scope.get<{ Params: { id: string } }>('/api/v1/app/news/:id', async (request) => {
    const caller = await callerOf(request);
    const [row] = await sql<LiveRow[]>`select ${newsColumns}, l.html, l.text from news_live l
      left join news_categories c on c.id = l.category_id
      left join news_reads r on r.article_id = l.article_id and r.user_id = ${caller.id}
      where l.article_id = ${request.params.id} and l.locale = ${caller.locale}
        and l.visible_from <= now() and (l.visible_to is null or l.visible_to > now())`;
    if (!row) throw new Error('not found');
    return toNews(row);
  });
});

await app.listen({ port: Number(env.PORT), host: '127.0.0.1' });
process.on('SIGTERM', () => process.exit(0));
