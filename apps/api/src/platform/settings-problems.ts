import { isEasyToGuess } from './easy-passwords.ts';
import { type Config, LOCAL_SECRET, SETTINGS } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Contradictions between settings, and values that are allowed on a developer's machine only, one line each. */
export const settingsProblems = (environment: Environment, config: Partial<Config>): string[] => [
  ...missingSettings(environment),
  ...bucketProblems(environment),
  ...backupProblems(environment),
  ...dailyPushProblems(config),
  ...databaseProblems(config),
  ...portProblems(config),
  ...(config.ENVIRONMENT === 'local'
    ? []
    : [...addressProblems(environment), ...transportProblems(config), ...secretProblems(config)]),
];

/** Settings without effect unless another one is set. */
const NEEDS = [
  ['INBOUND_EMAIL', 'INBOUND_EMAIL_SECRET'],
  ['INBOUND_EMAIL_SECRET', 'INBOUND_EMAIL'],
  ['WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_PRIVATE_KEY'],
  ['WEB_PUSH_PRIVATE_KEY', 'WEB_PUSH_PUBLIC_KEY'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
  ['SMTP_USER', 'SMTP_PASSWORD'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_SECRET'],
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['OIDC_CLIENT_SECRET', 'OIDC_ISSUER'],
  ['OIDC_ROLES_CLAIM', 'OIDC_ROLES'],
  ['OIDC_ROLES', 'OIDC_ROLES_CLAIM'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['READ_DATABASE_URL', 'DATABASE_URL'],
] as const;

const missingSettings = (environment: Environment) =>
  NEEDS.filter(([name, other]) => environment[name] && !environment[other]).map(
    ([name, other]) => `${other}: must be set with ${name}. Example: ${other}=${SETTINGS[other][2]}`,
  );

const portProblems = ({ PORT, METRICS_PORT }: Partial<Config>): string[] =>
  PORT === METRICS_PORT
    ? [`METRICS_PORT: must differ from PORT. Example: METRICS_PORT=${SETTINGS.METRICS_PORT[2]}`]
    : [];

/** Tables are granted to the user of DATABASE_URL alone. */
const databaseProblems = ({ DATABASE_URL, ...others }: Partial<Config>) =>
  (['DATABASE_DIRECT_URL', 'READ_DATABASE_URL'] as const)
    .filter((name) => DATABASE_URL && others[name] && userOf(others[name]) !== userOf(DATABASE_URL))
    .map((name) => `${name}: must name the user of DATABASE_URL. Example: ${name}=${SETTINGS[name][2]}`);

/** The user that a database's URL names. */
export const userOf = (url: string): string => decodeURIComponent(new URL(url).username);

/** Without their bucket, pictures would land in a folder. */
function bucketProblems(environment: Environment): string[] {
  const names = Object.keys(SETTINGS).filter((name) => name.startsWith('S3_') && environment[name]);
  if (names.length === 0 || environment['S3_BUCKET'] || environment['BACKUP_BUCKET']) return [];
  return [`S3_BUCKET: must be set with ${names.join(', ')}. Example: S3_BUCKET=${SETTINGS.S3_BUCKET[2]}`];
}

/** One target at most, and without one no other setting of the backups. */
function backupProblems(environment: Environment): string[] {
  const targets = (['BACKUP_DIR', 'BACKUP_BUCKET'] as const).filter((name) => environment[name]);
  if (targets.length === 2) return ['BACKUP_DIR: must not be set with BACKUP_BUCKET. Set one of them'];
  const names = Object.keys(SETTINGS).filter((name) => name.startsWith('BACKUP_') && environment[name]);
  if (names.length === 0 || targets.length === 1) return [];
  return [`BACKUP_DIR: must be set with ${names.join(', ')}. Example: BACKUP_DIR=${SETTINGS.BACKUP_DIR[2]}`];
}

/** Settings whose defaults only suit a developer's machine: links in mails and answers to them would not work. */
const addressProblems = (environment: Environment) =>
  (['FRONTEND_HOST', 'EMAILS_FROM_EMAIL'] as const)
    .filter((name) => !environment[name] && (name === 'FRONTEND_HOST' || environment['SMTP_HOST']))
    .map((name) => `${name}: must be set outside local. Example: ${name}=${SETTINGS[name][2]}`);

/** Tokens and passwords would be sent in the clear; a staging host may have no certificate. */
const transportProblems = ({ ENVIRONMENT, FRONTEND_HOST }: Partial<Config>) =>
  ENVIRONMENT === 'production' && FRONTEND_HOST?.startsWith('http:')
    ? [
        `FRONTEND_HOST: must begin with https:// in production. Example: FRONTEND_HOST=${SETTINGS.FRONTEND_HOST[2]}`,
      ]
    : [];

/** A push delayed by the quiet hours would be sent at another hour than configured. */
function dailyPushProblems({ DAILY_PUSH_AT: hour, PUSH_QUIET_HOURS: quiet }: Partial<Config>): string[] {
  const [from = '', to = ''] = quiet?.split('-') ?? [];
  const isQuiet = (time: string) => (from <= to ? from <= time && time < to : from <= time || time < to);
  if (!hour || !isQuiet(hour)) return [];
  return [`DAILY_PUSH_AT: must lie outside PUSH_QUIET_HOURS, ${quiet}. Example: DAILY_PUSH_AT=${to}`];
}

/** Secret settings. */
const SECRETS = [
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'FIRST_SUPERUSER_PASSWORD',
  'SMTP_PASSWORD',
  'INBOUND_EMAIL_SECRET',
  'S3_SECRET_ACCESS_KEY',
  'EXPO_ACCESS_TOKEN',
  'WEB_PUSH_PRIVATE_KEY',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
] as const;

/** Minimum number of different characters of a random secret: 32 hexadecimal digits have nearly always more. */
const DIFFERENT_CHARACTERS = 8;

/** Stands for a secret in the documentation; in a URL it is encoded. */
const PLACEHOLDER = /^(?:…|%E2%80%A6)$/;

/** Minimum cost of a password hash (OWASP Password Storage Cheat Sheet, argon2id). */
const MIN_HASH_COST = { ARGON2_MEMORY_KIB: 19_456, ARGON2_PASSES: 2 } as const;

/** Checks secrets: defaults and weak values are allowed on a developer's machine only. */
function secretProblems(config: Partial<Config>) {
  const { SECRET_KEY = '', SECRET_KEY_PREVIOUS, FIRST_SUPERUSER_PASSWORD, DATABASE_URL } = config;
  const problems: string[] = [];
  const refuse = (name: keyof Config, rule: string) =>
    problems.push(`${name}: must ${rule} outside local. Example: ${name}=${SETTINGS[name][2]}`);
  if (SECRET_KEY.length < 32) refuse('SECRET_KEY', 'be set to at least 32 characters');
  if (SECRET_KEY_PREVIOUS !== undefined && SECRET_KEY_PREVIOUS.length < 32)
    refuse('SECRET_KEY_PREVIOUS', 'have at least 32 characters');
  for (const name of ['SECRET_KEY', 'INBOUND_EMAIL_SECRET'] as const)
    if (config[name] && new Set(config[name]).size < DIFFERENT_CHARACTERS)
      refuse(name, `have at least ${DIFFERENT_CHARACTERS} different characters`);
  if (FIRST_SUPERUSER_PASSWORD === LOCAL_SECRET)
    refuse('FIRST_SUPERUSER_PASSWORD', 'be set, and not to its default,');
  else if (isEasyToGuess(FIRST_SUPERUSER_PASSWORD ?? '', [config.FIRST_SUPERUSER, config.PROJECT_NAME]))
    refuse('FIRST_SUPERUSER_PASSWORD', 'be none that others would guess');
  if (!DATABASE_URL) refuse('DATABASE_URL', 'be set');
  for (const [name, least] of Object.entries(MIN_HASH_COST) as [keyof typeof MIN_HASH_COST, number][])
    if ((config[name] ?? least) < least) refuse(name, `be at least ${least}`);
  for (const [index, name] of SECRETS.entries()) {
    const secret = secretOf(config, name);
    if (config[name] === SETTINGS[name][2] || PLACEHOLDER.test(secret ?? ''))
      refuse(name, 'not be the example');
    if (!secret || secret === LOCAL_SECRET) continue;
    const twin = SECRETS.slice(0, index).find((other) => secretOf(config, other) === secret);
    if (twin) refuse(name, `differ from ${twin}`);
  }
  return problems;
}

/** Returns the secret part of a setting: the password of a URL, otherwise all of it. */
const secretOf = (config: Partial<Config>, name: (typeof SECRETS)[number]): string | undefined =>
  config[name] && name.endsWith('_URL') ? new URL(config[name]).password : config[name];
