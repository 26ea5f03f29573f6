import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { type Account, type Answer, useService } from '../harness.ts';
import { type Sample, send, type Viewer } from '../requests.ts';
import { OPERATIONS, type Operation, SAMPLES } from '../samples.ts';
import { createMarkedMember, type Victim } from './planting.ts';

const service = useService();

/** Columns that are not listed, such as new ones, must not be visible to anyone. */
const SHOWN_TO: Record<string, readonly Viewer[]> = Object.assign(
  {},
  ...SAMPLES.map(({ shownTo }) => shownTo),
);

/** Table of the id in a path, unless it is a session. */
const TABLES: Record<string, string> = Object.assign({}, ...SAMPLES.map(({ tables }) => tables));

/** A request about the victim. */
async function requestAbout(operation: Operation, viewer: Account, victim: Victim): Promise<Sample> {
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

async function newVictim(viewer: Viewer): Promise<Victim> {
  const victim = await createMarkedMember(service());
  if (viewer === 'superuser')
    await service().db.execute(sql`update users set is_active = false, deactivated_until = null,
        invitation_expires_at = null where id = ${victim.id}`);
  return victim;
}

it.each(['anonymous', 'other', 'self', 'superuser'] as const)(
  'exposes exactly the permitted texts about a member to a viewer: %s',
  async (viewer) => {
    const seen = new Map<string, string>();
    const newCaller = () => (viewer === 'superuser' ? service().colleague() : service().member());
    let caller = await newCaller();
    let victim = await newVictim(viewer);
    for (const operation of OPERATIONS) {
      const account = viewer === 'self' ? victim : caller;
      const sample = await requestAbout(operation, account, victim);
      const answer = await send(
        service(),
        operation,
        sample,
        viewer === 'anonymous' ? undefined : account.token,
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
