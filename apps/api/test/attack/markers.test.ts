import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Account, type Answer, useService } from '../harness.ts';
import { type Sample, send } from '../requests.ts';
import { OPERATIONS, type Operation } from '../samples.ts';
import { plant, type Victim } from './planting.ts';

const service = useService();

/** Milliseconds for one call of every route, each with its own member. */
const PATIENCE = 120_000;

type Viewer = 'nobody' | 'somebody else' | 'oneself' | 'a superuser';

/**
 * Roles that may see each text about a member; each must see it, which proves that the search works. A column that is
 * not listed, such as a new one, must be visible to nobody.
 */
const SHOWN_TO: Record<string, readonly Viewer[]> = {
  'users.email': ['oneself', 'a superuser'],
  'users.full_name': ['oneself', 'a superuser'],
  'users.deactivation_reason': ['a superuser'],
  'items.title': ['oneself', 'a superuser'],
  'items.description': ['oneself', 'a superuser'],
  'sessions.ip': ['oneself'],
  'sessions.user_agent': ['oneself'],
  'preferences.time_zone': ['oneself'],
  'user_notes.body': ['a superuser'],
  'audit_logs.actor_label': ['a superuser'],
  'audit_logs.entity_label': ['a superuser'],
  'audit_logs.changes': ['a superuser'],
  'audit_logs.request_id': ['a superuser'],
  'audit_logs.ip': ['a superuser'],
  'audit_logs.user_agent': ['a superuser'],
  'message_threads.subject': ['oneself', 'a superuser'],
  'message_threads.app_context': ['a superuser'],
  'message_entries.body': ['oneself', 'a superuser'],
  'reply_templates.title': ['a superuser'],
  'reply_templates.bodies': ['a superuser'],
  'ratings.comment': ['oneself', 'a superuser'],
  'ratings.app_version': ['a superuser'],
  'broadcasts.name': ['a superuser'],
  'broadcasts.translations': ['oneself', 'a superuser'],
  'broadcasts.link': ['oneself', 'a superuser'],
  'broadcasts.image': ['oneself', 'a superuser'],
  'broadcasts.scheduled_local': ['a superuser'],
  'broadcasts.time_zone': ['a superuser'],
  'broadcasts.last_error': ['a superuser'],
  'broadcast_deliveries.app_version': ['a superuser'],
  'broadcast_deliveries.error_code': ['a superuser'],
  'devices.time_zone': ['a superuser'],
  'devices.os_version': ['a superuser'],
  'devices.model': ['a superuser'],
  'devices.disabled_reason': ['a superuser'],
  'local_pushes.token': ['a superuser'],
  'local_pushes.collapse_id': ['a superuser'],
  'local_pushes.title': ['a superuser'],
  'local_pushes.body': ['a superuser'],
  'local_pushes.link': ['a superuser'],
  'local_pushes.image': ['a superuser'],
  'daily_messages.translations': ['a superuser'],
  'daily_messages.link': ['a superuser'],
  'daily_message_issues.translations': ['a superuser'],
  'daily_message_issues.link': ['a superuser'],
  'news_articles.content': ['a superuser'],
  'news_articles.slug': ['a superuser'],
  'news_categories.name_fr': ['somebody else', 'oneself', 'a superuser'],
  'news_categories.name_en': ['a superuser'],
  'news_categories.color': ['somebody else', 'oneself', 'a superuser'],
};

/** Table of the id in a path, unless it is a session. */
const TABLES: Record<string, string> = {
  '/items/': 'items',
  '/reply-templates/:id': 'reply_templates',
  '/messages/': 'message_threads',
  '/ratings/': 'ratings',
  '/broadcasts/': 'broadcasts',
  '/app/notifications/': 'broadcasts',
};

/** A request about the victim. */
async function aim(operation: Operation, viewer: Account, victim: Victim): Promise<Sample> {
  const { params, json, ...sample } = await operation.sample(service(), viewer);
  const [, table = 'sessions'] =
    Object.entries(TABLES).find(([path]) => operation.route.path.includes(path)) ?? [];
  const id = victim.ids.get(table) ?? '';
  const aimed: Record<string, string> = { user_id: victim.id, id, email: victim.email };
  const names = Object.keys(params ?? {});
  const body = json as Record<string, unknown> | undefined;
  return {
    ...sample,
    ...(params && { params: Object.fromEntries(names.map((name) => [name, aimed[name] ?? ''])) }),
    ...(body && { json: { ...body, ...('ids' in body && { ids: [table === 'items' ? id : victim.id] }) } }),
  };
}

/** The victim's marker texts that occur in a response. */
const found = ({ text, headers }: Answer, { markers }: Victim) =>
  [...markers].flatMap(([column, marker]) =>
    `${text}${JSON.stringify(headers)}`.includes(marker) ? [column] : [],
  );

describe('SEC-AUT-3: the texts about somebody', () => {
  async function newVictim(viewer: Viewer): Promise<Victim> {
    const victim = await plant(service());
    if (viewer === 'a superuser')
      await service().db.execute(sql`update users set is_active = false, deactivated_until = null,
        invitation_expires_at = null where id = ${victim.id}`);
    return victim;
  }

  it.each(['nobody', 'somebody else', 'oneself', 'a superuser'] as const)(
    'SEC-AUT-3: that reach %s are those that should',
    { timeout: PATIENCE },
    async (viewer) => {
      const seen = new Map<string, string>();
      const newCaller = () => (viewer === 'a superuser' ? service().colleague() : service().member());
      let caller = await newCaller();
      let victim = await newVictim(viewer);
      for (const operation of OPERATIONS) {
        const account = viewer === 'oneself' ? victim : caller;
        const sample = await aim(operation, account, victim);
        const answer = await send(
          service(),
          operation,
          sample,
          viewer === 'nobody' ? undefined : account.token,
        );
        for (const column of found(answer, victim)) seen.set(column, operation.operationId);
        if (operation.route.method === 'GET' || answer.status >= 400) continue;
        victim = await newVictim(viewer);
        if (operation.access === 'user') caller = await newCaller();
      }
      const allowed = Object.keys(SHOWN_TO).filter((column) => SHOWN_TO[column]?.includes(viewer));
      expect([...seen.keys()].sort(), JSON.stringify([...seen])).toEqual(allowed.sort());
    },
  );
});
