import { eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { users } from '../../src/features/accounts/accounts.users.table.ts';
import { sessions } from '../../src/features/accounts/sessions/accounts.sessions.table.ts';
import { signToken } from '../../src/platform/http/tokens.ts';
import { columnsOf } from '../attack/database.ts';
import { type Account, randomEmail, type TestService } from '../harness.ts';
import type { Sample } from '../requests.ts';
import type { Operation } from '../samples.ts';
import type { Role } from './cases.ts';

const TOKEN_SECONDS = 3600;

/** Who makes a request, and what it would be if nothing in it were changed. */
export interface Scene {
  caller: Account;
  /** Everybody in it. */
  accounts: readonly Account[];
  sample: Sample;
}

export interface People {
  /** Those of a role, the same until they are renewed. */
  sceneOf: (operation: Operation, role: Role) => Promise<Scene>;
  /** A superuser who is in no case: they look at what became of it. */
  auditor: () => Promise<Account>;
  /** The next case gets new people. */
  renew: () => void;
  /** Empties the database, so that the last case meets as few rows as the first. */
  clear: () => Promise<void>;
}

/**
 * People to make requests. They are copies of one who signed up, since everybody who does so costs two hashes; the
 * samples get theirs in the same way.
 */
export async function gather(t: TestService): Promise<People> {
  const { id, password } = await t.member();
  const [user] = await t.db.select().from(users).where(eq(users.id, id));
  const [session] = await t.db.select().from(sessions).where(eq(sessions.user_id, id));
  if (!user || !session) throw new Error('Nobody signed up');
  const tables = new Set((await columnsOf(t)).map(({ table }) => sql.identifier(table).value));

  let made: Account[] = [];
  let auditor: Promise<Account> | undefined;
  const scenes = new Map<Role, Scene>();

  const account = (is_superuser: boolean) => async (): Promise<Account> => {
    const [id, sid, email] = [uuidv7(), uuidv7(), randomEmail()];
    await t.db.insert(users).values({ ...user, id, email, email_key: email, is_superuser });
    await t.db.insert(sessions).values({ ...session, id: sid, user_id: id });
    const iat = Math.floor(Date.now() / 1000);
    const token = signToken(t.app, { sub: id, sid, iat, exp: iat + TOKEN_SECONDS });
    const copy = { id, email, password, token };
    made.push(copy);
    return copy;
  };
  const [member, superuser] = [account(false), account(true)];
  const stage: TestService = Object.assign(Object.create(t), { member, superuser, colleague: superuser });

  async function newScene(operation: Operation, role: Role): Promise<Scene> {
    made = [];
    const owner = await (role === 'superuser' ? superuser() : member());
    const caller = role === 'stranger' ? await member() : owner;
    return { caller, sample: await operation.sample(stage, owner), accounts: made };
  }

  const renew = () => scenes.clear();

  return {
    sceneOf: async (operation, role) => {
      const scene = scenes.get(role) ?? (await newScene(operation, role));
      scenes.set(role, scene);
      return scene;
    },
    auditor: () => (auditor ??= superuser()),
    renew,
    clear: async () => {
      const names = [...tables].map((name) => sql.identifier(name));
      await t.db.transaction(async (tx) => {
        // The audit log refuses to be emptied.
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(sql`truncate ${sql.join(names, sql`, `)}, graphile_worker._private_jobs cascade`);
      });
      auditor = undefined;
      renew();
    },
  };
}
