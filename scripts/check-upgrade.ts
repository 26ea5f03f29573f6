import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs HTTP tests of the previous release on a database that the current code has migrated, as its instances do during
 * an update. Takes the name of a commit; by default the last tag and, as long as there is none, the commit before the
 * last migration.
 */
const TESTS = ['accounts', 'items', 'messages'].map((feature) => `apps/api/src/features/${feature}`);

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

function previousRelease(): string {
  const [tag] = git('tag', '--merged', 'HEAD^', '--sort=-creatordate').split('\n');
  return tag || `${git('log', '-1', '--format=%H', '--', 'apps/api/drizzle/*.sql')}^`;
}

const commit = process.argv[2] ?? previousRelease();
const folder = mkdtempSync(join(tmpdir(), 'agora-upgrade-'));
console.log(`Tests of ${git('log', '-1', '--format=%h %s', commit)}`);
try {
  git('worktree', 'add', '--detach', folder, commit);
  const run = (...args: string[]) => execFileSync('pnpm', args, { cwd: folder, stdio: 'inherit' });
  run('install', '--frozen-lockfile', '--prefer-offline');
  // The set-up of the current tests migrates, with the current code.
  const setup = join(import.meta.dirname, '../apps/api/test/global-setup.ts');
  writeFileSync(join(folder, 'apps/api/test/global-setup.ts'), `export { default } from '${setup}';\n`);
  run('exec', 'vitest', 'run', '--project', 'api', ...TESTS);
} finally {
  git('worktree', 'remove', '--force', folder);
}
