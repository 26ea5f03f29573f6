import { setImmediate } from 'node:timers/promises';
import {
  USER_COLUMNS,
  USER_IMPORT_ROWS,
  USER_IMPORT_SHOWN,
  type UserColumn,
} from '@agora/contract/features/accounts/accounts.import.rules';
import type { UserImport, UserImportReport } from '@agora/contract/features/accounts/accounts.import.schema';
import { fullName } from '@agora/contract/features/accounts/accounts.users.schema';
import { emailKey } from '@agora/contract/shared/email';
import { email } from '@agora/contract/shared/fields';
import { folded } from '@agora/contract/shared/folded';
import { Locale } from '@agora/contract/shared/locale';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { readTable, rejectedRows, ruleOf, type TableRow } from '../../../platform/csv-table.ts';
import type { Deps } from '../../../platform/deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueueInvitations, invitationEnd } from '../login/accounts.invitation.service.ts';
import { listReservedKeys } from '../security/accounts.email.queries.ts';
import { insertNewUsers, listKnownKeys } from './accounts.users.queries.ts';

type Problem = UserImportReport['errors'][number];

/** A member to add. */
const ImportedUser = z.object({ email: email(), full_name: fullName(), locale: Locale });
interface Row extends z.infer<typeof ImportedUser> {
  line: number;
  email_key: string;
}

/** Rows per statement, and rows that are validated before other requests get their turn. */
const BATCH = 1_000;

/** No password has this hash: the owner chooses one by a mailed link. */
const NO_PASSWORD_HASH = '';

/** Common headings in addition to the names of the columns. */
const OTHER_HEADINGS = new Map<string, UserColumn>([
  ['mail', 'email'],
  ['e mail', 'email'],
  ['courriel', 'email'],
  ['email address', 'email'],
  ['adresse email', 'email'],
  ['adresse e mail', 'email'],
  ['adresse mail', 'email'],
  ['name', 'full_name'],
  ['nom et prenom', 'full_name'],
  ['prenom et nom', 'full_name'],
  ['firstname', 'first_name'],
  ['given name', 'first_name'],
  ['lastname', 'last_name'],
  ['surname', 'last_name'],
  ['family name', 'last_name'],
  ['nom de famille', 'last_name'],
  ['locale', 'locale'],
]);

const LANGUAGES = new Map<string, Locale>([
  ['fr', 'fr'],
  ['francais', 'fr'],
  ['french', 'fr'],
  ['en', 'en'],
  ['anglais', 'en'],
  ['english', 'en'],
]);

/** The words of a heading, without accents, capitals and punctuation. */
const wordsOf = (heading: string) =>
  folded(heading)
    .split(/[^a-z\d]+/)
    .filter(Boolean)
    .join(' ');

const findColumn = (heading: string): UserColumn | undefined => {
  const words = wordsOf(heading);
  return (Object.keys(USER_COLUMNS) as UserColumn[]).find((column) =>
    Object.values(USER_COLUMNS[column]).some((name) => wordsOf(name) === words),
  );
};

/**
 * Adds the members of a table, or returns the errors per row and adds none, or only the other rows.
 * @throws {AppError} `email_taken` if somebody takes one of the addresses during the import: none is added
 */
export async function importUsers(
  deps: Deps,
  { csv, columns, invite, dry_run, partial }: UserImport,
): Promise<UserImportReport> {
  const table = await readTable<UserColumn>(csv, {
    rowsMax: USER_IMPORT_ROWS,
    chosen: columns,
    find: findColumn,
    guess: (heading) => OTHER_HEADINGS.get(wordsOf(heading)),
  });
  const { headings, columns: matched_columns, samples, lines } = table;
  const found: Problem[] = [...table.errors];
  const read = await readRows(lines, deps.config.DEFAULT_LOCALE, found);
  found.push(...repeatedAddresses(read), ...(await takenAddresses(deps, read)));
  const { wrong, rejected, errors } = rejectedRows(lines, found);
  const rows = read.filter(({ line }) => !wrong.has(line));
  const isRefused = dry_run || (errors.length > 0 && !partial);
  if (!isRefused) await deps.db.transaction((tx) => insertAll({ ...deps, db: tx }, rows, invite));
  return {
    count: lines.length,
    created: isRefused ? 0 : rows.length,
    headings,
    matched_columns,
    samples,
    importable: rows.length,
    rows: rows.slice(0, USER_IMPORT_SHOWN).map(({ email_key: _key, ...row }) => row),
    rejected,
    errors,
  };
}

async function readRows(
  lines: readonly TableRow<UserColumn>[],
  defaultLocale: Locale,
  errors: Problem[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [index, { line, cells }] of lines.entries()) {
    if (index % BATCH === 0) await setImmediate();
    if (!cells) continue;
    const written = cells.locale ?? '';
    const parsed = ImportedUser.safeParse({
      email: cells.email ?? '',
      full_name: cells.full_name || [cells.first_name, cells.last_name].filter(Boolean).join(' '),
      locale: written === '' ? defaultLocale : (LANGUAGES.get(folded(written)) ?? written),
    });
    if (parsed.success) rows.push({ ...parsed.data, line, email_key: emailKey(parsed.data.email) });
    else
      for (const issue of parsed.error.issues) {
        const field = String(issue.path[0]);
        const { type, message } = ruleOf(issue);
        const isMissing = field === 'email' && !cells.email;
        errors.push({
          line,
          field,
          type: isMissing ? 'missing' : type,
          msg: isMissing ? 'Field required' : message,
        });
      }
  }
  return rows;
}

/** The rows whose address an earlier row has. */
function repeatedAddresses(rows: readonly Row[]): Problem[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ line, email_key }) => {
    const earlier = first.get(email_key);
    if (earlier === undefined) {
      first.set(email_key, line);
      return [];
    }
    return {
      line,
      field: 'email',
      type: 'repeated_email',
      msg: `Line ${earlier} has this address`,
      first_line: earlier,
    };
  });
}

/** The rows whose address an account has, or can restore. */
async function takenAddresses({ db, now }: Deps, rows: readonly Row[]): Promise<Problem[]> {
  const taken = new Set<string>();
  for (let at = 0; at < rows.length; at += BATCH) {
    const keys = rows.slice(at, at + BATCH).map(({ email_key }) => email_key);
    const known = await listKnownKeys(db, keys);
    const reserved = await listReservedKeys(db, keys, now());
    for (const { email_key } of [...known, ...reserved]) taken.add(email_key);
  }
  return rows.flatMap(({ line, email_key }) =>
    taken.has(email_key)
      ? { line, field: 'email', type: 'email_taken', msg: 'An account has this address' }
      : [],
  );
}

/** @param deps with a transaction */
async function insertAll(deps: Deps, rows: readonly Row[], invite: boolean): Promise<void> {
  const { db, now } = deps;
  const time = now();
  for (let at = 0; at < rows.length; at += BATCH) {
    const accounts = rows.slice(at, at + BATCH).map(({ line: _line, ...row }) => ({
      ...row,
      id: uuidv7(),
      password_hash: NO_PASSWORD_HASH,
      created_at: time,
      updated_at: time,
      ...(invite && { invitation_expires_at: invitationEnd(time) }),
    }));
    const added = await insertNewUsers(db, accounts);
    // Checked after writing, as for a single account.
    const reserved = await listReservedKeys(
      db,
      accounts.map(({ email_key }) => email_key),
      time,
    );
    if (added.length < accounts.length || reserved.length > 0) throw new AppError('email_taken');
    if (invite) await enqueueInvitations(deps, added);
  }
}
