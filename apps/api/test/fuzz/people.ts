import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { users } from '../../src/features/accounts/accounts.users.table.ts';
import { sessions } from '../../src/features/accounts/sessions/accounts.sessions.table.ts';
import { signToken } from '../../src/platform/http/tokens.ts';
import { columnsOf, empty } from '../attack/database.ts';
import { type Account, randomEmail, type TestService } from '../harness.ts';
import type { Sample } from '../requests.ts';
import type { Operation } from '../samples.ts';
import type { Role } from './cases.ts';

const TOKEN_SECONDS = 3600;

/** The caller of a request, and the unmodified sample. */
export interface Scene {
  caller: Account;
  /** All accounts of the scene. */
  accounts: readonly Account[];
  sample: Sample;
}

export interface People {
  /** Scene of a role, the same until renewed. */
  sceneOf: (operation: Operation, role: Role) => Promise<Scene>;
  /** A superuser outside of all cases, who reads the results. */
  auditor: () => Promise<Account>;
  /** Creates new people for the next case. */
  renew: () => void;
  /** Empties the database, so that its size stays constant. */
  clear: () => Promise<void>;
}

/**
 * People who send requests: copies of one signed-up account, since a sign-up costs two hashes. Samples get
 * theirs in the same way.
 */
export async function createPeople(t: TestService): Promise<People> {
  const { id, password } = await t.member();
  const [user] = await t.db.select().from(users).where(eq(users.id, id));
  const [session] = await t.db.select().from(sessions).where(eq(sessions.user_id, id));
  if (!user || !session) throw new Error('Nobody signed up');
  const columns = await columnsOf(t);

  let made: Account[] = [];
  let auditor: Promise<Account> | undefined;
  const scenes = new Map<Role, Scene>();

  const account = (is_superuser: boolean) => async (): Promise<Account> => {
    const [id, sid, email] = [uuidv7(), uuidv7(), randomEmail()];
    await t.db.insert(users).values({ ...user, id, email, email_key: email, is_superuser });
    await t.db.insert(sessions).values({ ...session, id: sid, user_id: id, password_at: new Date() });
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
      await empty(t, columns);
      auditor = undefined;
      renew();
    },
  };
}
