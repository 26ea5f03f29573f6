import etag from '@fastify/etag';
import fastifyJwt from '@fastify/jwt';
import Fastify, { type FastifyRequest } from 'fastify';
import postgres from 'postgres';
import { v7 as uuidv7 } from 'uuid';

/**
 * The baseline of the product: a minimal server that does the same work. It caches verified tokens, loads
 * only the required columns of session and user, and runs the same SQL; it has no contract, ORM, log, limits
 * or validation. It caches no content, unlike the product in the rows marked with an asterisk.
 */
const env = process.env as Record<'DATABASE_URL' | 'SECRET_KEY' | 'PORT', string>;
/** Articles on the app's first screen. */
const HOME_NEWS = 5;

const sql = postgres(env.DATABASE_URL, { max: 10, onnotice: () => {} });
const app = Fastify();
await app.register(fastifyJwt, { secret: env.SECRET_KEY, verify: { algorithms: ['HS256'] } });

interface Caller {
  id: string;
  is_superuser: boolean;
  locale: string;
}

interface Claims {
  sub: string;
  sid: string;
  exp: number;
}

const verified = new Map<string, Claims>();

async function claimsOf(request: FastifyRequest): Promise<Claims> {
  const token = request.headers.authorization ?? '';
  const known = verified.get(token);
  if (known && Date.now() < known.exp * 1000) return known;
  const claims = await request.jwtVerify<Claims>();
  verified.set(token, claims);
  return claims;
}

const callerColumns = sql`u.id, u.is_superuser, u.locale`;
const userColumns = sql`u.email, u.is_active, u.is_superuser, u.full_name, u.id, u.created_at, u.locale, u.version,
  u.updated_at, u.last_seen_at, u.must_change_password, u.invitation_expires_at, u.deactivated_at, u.deactivated_by,
  u.deactivated_until, u.deactivation_reason, u.deleted_at, u.messages_blocked_at`;

async function ownerOf<Owner extends object>(
  request: FastifyRequest,
  columns: postgres.Fragment,
): Promise<Owner> {
  const { sub, sid } = await claimsOf(request);
  const [owner] = await sql<Owner[]>`
    select ${columns} from sessions s join users u on u.id = s.user_id
    where s.id = ${sid} and s.user_id = ${sub} and s.expires_at > now() and u.is_active and u.deleted_at is null`;
  if (!owner) throw new Error('unauthorized');
  return owner;
}

const callerOf = (request: FastifyRequest) => ownerOf<Caller>(request, callerColumns);

app.get('/health/ready', () => ({ ok: true }));

app.get('/api/v1/users/me', (request) => ownerOf(request, userColumns));

app.get<{ Querystring: { skip?: string; limit?: string } }>('/api/v1/users/', async (request) => {
  await callerOf(request);
  const { skip = '0', limit = '100' } = request.query;
  const [rows, counted] = await Promise.all([
    sql`select ${userColumns} from users u where deleted_at is null
        order by created_at desc, id desc offset ${Number(skip)} limit ${Number(limit)}`,
    sql`select coalesce(sum(delta), 0)::int as count from row_counts where key in ('users:member', 'users:superuser')`,
  ]);
  return { data: rows, count: counted[0]?.['count'] };
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

const latestNews = (caller: Caller, limit: number) => sql<LiveRow[]>`select ${newsColumns} from news_live l
  left join news_categories c on c.id = l.category_id
  left join news_reads r on r.article_id = l.article_id and r.user_id = ${caller.id}
  where l.locale = ${caller.locale} and l.visible_from <= now() and (l.visible_to is null or l.visible_to > now())
  order by l.visible_from desc, l.article_id desc limit ${limit}`;

await app.register(async (scope) => {
  await scope.register(etag);
  const messageOf = async (caller: Caller, day: string) => {
    const [message] = await sql`
      select id, translations, link from daily_messages where day = ${day} and status = 'ready' and deleted_at is null`;
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
      sql`select
        (select count(*)::int from message_threads
          where user_id = ${caller.id} and last_staff_at > coalesce(member_read_at, '-infinity')) as messages,
        (select count(distinct broadcast_id)::int from broadcast_deliveries
          where user_id = ${caller.id} and read_at is null and status in ('sent', 'failed', 'invalid')) as notifications`,
      latestNews(caller, HOME_NEWS),
    ]);
    return {
      daily_message: await messageOf(caller, request.query.day),
      news: rows.map(toNews),
      unread_messages: counted?.['messages'],
      unread_notifications: counted?.['notifications'],
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
