import { readFileSync, statSync } from 'node:fs';
import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '../errors.ts';

/** Account that runs the server, if it differs from the current one. */
export interface Account {
  uid: number;
  gid: number;
  /** True if parent folders are closed to it, as with a checkout in root's home. */
  needsPassage: boolean;
}

const NOBODY = 65_534;

/**
 * Creates the folder and returns the account that runs the server. PostgreSQL refuses to run as root: root
 * uses the owner of an existing cluster, otherwise `nobody`. For other accounts it is undefined: they run it
 * themselves.
 */
export async function serverAccount(dir: string, data: string, binary: string): Promise<Account | undefined> {
  await mkdir(dir, { recursive: true, mode: 0o755 }).catch((error: unknown) => {
    throw denied(dir, error);
  });
  const owner = await stat(data).catch(() => stat(dir));
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  if (uid !== 0) {
    if (owner.uid !== uid) throw denied(dir);
    return undefined;
  }
  const account = owner.uid === 0 ? nobody() : { uid: owner.uid, gid: owner.gid };
  await chown(dir, account.uid, account.gid);
  return { ...account, needsPassage: !(isOpen(dirname(dir)) && isOpen(dirname(binary))) };
}

const denied = (dir: string, cause?: unknown) =>
  new StartError(
    `The folder ${dir} belongs to somebody else: start as them, or set DATA_DIR to a folder of yours.`,
    { cause },
  );

function nobody(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid = NOBODY, gid = NOBODY] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** True if a folder and all its parents are passable for everyone. */
function isOpen(dir: string): boolean {
  const everybodyMayPass = (statSync(dir).mode & 0o001) !== 0;
  return everybodyMayPass && (dir === dirname(dir) || isOpen(dirname(dir)));
}

/**
 * access(2), which initdb uses to find its siblings, otherwise ignores the capabilities of non-root users.
 */
const ACCESS_COUNTS_CAPABILITIES = '--securebits=+no_setuid_fixup';

type Command = [file: string, args: string[], identity: { uid?: number; gid?: number }];

/**
 * Builds the command line for an account. For passage through closed folders it keeps the one capability for
 * that (capabilities(7), CAP_DAC_OVERRIDE); no folder is opened up.
 */
export function asAccount(account: Account | undefined, command: string, args: string[]): Command {
  if (!account) return [command, args, {}];
  const { uid, gid, needsPassage } = account;
  if (!needsPassage) return [command, args, { uid, gid }];
  const passage = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', ACCESS_COUNTS_CAPABILITIES];
  return [
    'setpriv',
    [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...passage, command, ...args],
    {},
  ];
}
