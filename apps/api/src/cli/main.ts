import { parseArgs } from 'node:util';
import { loadConfig } from '../platform/config.ts';
import { actingAs } from '../platform/db/audit-context.ts';
import { AppError, startProblem } from '../platform/errors.ts';
import { COMMANDS, UsageError } from './commands.ts';

const HELP = `Usage: pnpm cli <command> [options]

  create-superuser --email <address> [--name <full name>]   asks for a password, or reads it from standard input
  reset-password --email <address>                          likewise; every session of the account ends
  reset-second-factor --email <address>                     for somebody who lost phone or passkey; every session ends
  unlink-provider --email <address>                         removes the link to the sign-in provider; the role can be edited again
  list-superusers                                           one line each
  migrate                                                   brings the database up to date
  sum-up-statistics [--from <day>] [--to <day>]             sums up past days again, all without options
  backup                                                    to BACKUP_DIR or BACKUP_BUCKET, whatever BACKUP_AT says
  list-backups                                              one line each, oldest first
  restore --backup <name> [--identity <file>]               into an empty database; the file has the key of age
  seed                                                      adds the demo data (never in production)

The database is the service's: DATABASE_URL, or the embedded one.
`;

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      backup: { type: 'string' },
      identity: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [name = '', ...rest] = positionals;
  const command = rest.length === 0 ? COMMANDS.get(name) : undefined;
  if (values.help) process.stdout.write(HELP);
  else if (command) await actingAs({ actor_kind: 'cli' }, () => command(loadConfig(), values));
  else throw new UsageError(name ? `There is no such command: ${positionals.join(' ')}` : 'Which command?');
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

function explain(error: unknown): string {
  if (error instanceof UsageError || String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS'))
    return `${(error as Error).message}\n\n${HELP}`;
  if (error instanceof AppError) return error.message;
  return error instanceof Error ? (startProblem(error) ?? error.stack ?? error.message) : String(error);
}
