import { APP_VERSION } from '@agora/contract/shared/app-version';
import { isTimeZone } from '@agora/contract/shared/fields';
import { z } from 'zod';
import { ROOT } from './package-files.ts';
import { ServiceAccount } from './service-account.ts';

/** Default of the secrets on a developer's machine, and password of all demo accounts. */
export const LOCAL_SECRET = 'changethis';

const flag = (fallback: boolean) =>
  z
    .string()
    .regex(/^(true|false|1|0)$/i)
    .transform((value) => /^(true|1)$/i.test(value))
    .default(fallback);
const number = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(min).max(max));
/** A time of day, as `HH:MM`. */
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** Entries separated by commas. */
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);
const integer = (min: number, max: number, fallback: number) => number(min, max).default(fallback);
/** One address: `pg`, which the queue and backups use, knows no list of hosts. */
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, hostname: /^[^,]*$/ }).optional();
const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

/** Origin of the pages bundled with an app, e.g. `capacitor://localhost`, which `URL` does not support. */
const appOrigin = z
  .string()
  .regex(/^(capacitor|ionic):\/\/[a-z\d.-]+(:\d+)?\/?$/i)
  .transform((url) => url.toLowerCase().replace(/\/$/, ''));

/** True for an address of this machine, where a provider of tests or of a developer needs no certificate. */
export const isLoopback = (url: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/** Entries of `OIDC_ROLES`; names of groups may contain the sign. */
const ROLE_ENTRY = /^(?<value>.+)=(?<role>[^=]+)$/;

/** A base64url key of this many bytes. */
const keyOf = (bytes: number) =>
  z.string().refine((text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes);

/** Short enough for a conversation and a signature after it (64 octets, RFC 5321). */
const INBOUND_LOCAL = /^[\w.-]{1,13}@/;

/**
 * Every setting: its rule, its purpose, and an example. `.env.example` and the error messages are generated
 * from this table.
 */
export const SETTINGS = {
  PROJECT_NAME: [z.string().default('Agora'), 'Name shown in pages and mails', 'Agora'],
  ENVIRONMENT: [
    z.enum(['local', 'staging', 'production']).default('local'),
    'local, staging or production',
    'local',
  ],
  HOST: [z.string().default('127.0.0.1'), 'Address to listen on', '0.0.0.0'],
  PORT: [integer(1, 65_535, 8000), 'Port to listen on', '8000'],
  METRICS_PORT: [
    number(1, 65_535).optional(),
    'Port on HOST for the metrics in the format of Prometheus, at /metrics without access control: keep it private. Unset, there are none',
    '9464',
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    z
      .url({ protocol: /^https?$/ })
      .refine((url) => !/\/v1\/traces\/?$/.test(url))
      .optional(),
    'Receiver of OpenTelemetry traces, by OTLP over HTTP at /v1/traces, which is added to it. Unset, there are none',
    'http://localhost:4318',
  ],
  OTEL_EXPORTER_OTLP_HEADERS: [
    z
      .string()
      .regex(/^[\w-]+=[^,]+(, *[\w-]+=[^,]+)*$/)
      .optional(),
    'Headers for that receiver, such as its token, as name=value separated by commas',
    'authorization=Bearer%20token',
  ],
  SENTRY_DSN: [
    z
      .url({ protocol: /^https?$/ })
      .regex(/^https?:\/\/\w+@[^/?#]+\/(?:[^?#]*\/)?\d+$/)
      .optional(),
    'Sentry-compatible server that gets errors: responses of 5xx, jobs that failed for good, crashes. Unset, they are only logged',
    'https://key@sentry.example.com/1',
  ],
  FRONTEND_HOST: [
    origin.optional(),
    'Origin of the web application, for the links in mails; in local, it defaults to the address this service listens on',
    'https://admin.example.com',
  ],
  BACKEND_CORS_ORIGINS: [
    list.pipe(z.array(origin.or(appOrigin))).default([]),
    'Additional origins from which browsers and apps may call the API, separated by commas',
    'https://app.example.com,capacitor://localhost',
  ],
  TRUST_PROXY: [
    integer(0, 10, 0),
    'Number of trusted reverse proxies in front of the service, for the address of a caller',
    '1',
  ],
  DATABASE_URL: [
    postgresUrl,
    'PostgreSQL server, by one address: of several servers, that of the proxy in front of them; in local, an embedded one is started by default',
    'postgres://agora:secret@localhost:5432/agora',
  ],
  DATABASE_DIRECT_URL: [
    postgresUrl,
    'The same database and user without the PgBouncer in transaction mode that DATABASE_URL leads to, by one address',
    'postgres://agora:secret@localhost:5000/agora',
  ],
  READ_DATABASE_URL: [
    postgresUrl,
    'The same database and user on a standby, by one address without PgBouncer: exports read there while it has all that was written before; by default on the primary',
    'postgres://agora:secret@localhost:5001/agora',
  ],
  MIGRATION_DATABASE_URL: [
    postgresUrl,
    'The same database with the role that owns the schema, by one address without PgBouncer; the role of DATABASE_URL then only needs to read and write rows',
    'postgres://owner:secret@localhost:5432/agora',
  ],
  DATA_DIR: [z.string().default(`${ROOT}.data`), 'Folder of the embedded PostgreSQL', '/var/lib/agora'],
  MEDIA_DIR: [
    z.string().optional(),
    'Folder of uploaded pictures; by default media in DATA_DIR. All instances share one folder or bucket',
    '/var/lib/agora/media',
  ],
  S3_BUCKET: [
    z.string().min(1).optional(),
    'Bucket of an S3-compatible storage for uploaded pictures, instead of MEDIA_DIR',
    'agora-media',
  ],
  S3_ENDPOINT: [
    z.url({ protocol: /^https?$/ }).optional(),
    'URL of that storage; by default Amazon S3 in S3_REGION',
    'https://s3.example.com',
  ],
  S3_REGION: [z.string().default('us-east-1'), 'Region of that storage', 'eu-west-3'],
  S3_ACCESS_KEY_ID: [
    z.string().optional(),
    'Access key of that storage; by default the AWS credentials of the machine',
    'agora',
  ],
  S3_SECRET_ACCESS_KEY: [z.string().optional(), 'Secret of S3_ACCESS_KEY_ID', 'secret'],
  BACKUP_DIR: [
    z.string().min(1).optional(),
    'Existing folder of the backups of database and pictures, which belongs to this database alone',
    '/mnt/backups/agora',
  ],
  BACKUP_BUCKET: [
    z
      .string()
      .regex(/^[\w.-]+(\/[\w.-]+)*$/)
      .optional(),
    'Bucket of the backups, and a folder in it, instead of BACKUP_DIR, in the storage of S3_ENDPOINT and by its keys',
    'agora-backups/production',
  ],
  BACKUP_RECIPIENT: [
    z
      .string()
      .regex(/^age1[02-9ac-hj-np-z]{58}$/)
      .optional(),
    'Public key for which backups are encrypted; create it and its secret key with: age-keygen',
    'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
  ],
  BACKUP_AT: [
    time.optional(),
    'Time of the daily backup in TIME_ZONE; by default only `pnpm cli backup` makes one',
    '03:30',
  ],
  BACKUP_KEEP_DAYS: [integer(1, 36_500, 30), 'Days after which a backup is deleted, except the newest', '30'],
  SECRET_KEY: [
    z.string().min(1).default(LOCAL_SECRET),
    'Signs the tokens; at least 32 characters outside local',
    'the output of: openssl rand -base64 48',
  ],
  SECRET_KEY_PREVIOUS: [
    z.string().min(1).optional(),
    'The former SECRET_KEY: tokens signed with it stay valid until they expire; new ones are signed with SECRET_KEY',
    'the former SECRET_KEY',
  ],
  ACCESS_TOKEN_EXPIRE_MINUTES: [
    integer(1, 525_600, 60 * 24 * 8),
    'Lifetime of a session in minutes',
    '11520',
  ],
  SESSION_IDLE_MINUTES: [
    integer(0, 525_600, 0),
    'Minutes without user activity after which a session ends; 0 for never',
    '43200',
  ],
  TEAM_ACCESS_TOKEN_EXPIRE_MINUTES: [
    number(1, 525_600).optional(),
    'ACCESS_TOKEN_EXPIRE_MINUTES for superusers, if different from that of members',
    '720',
  ],
  TEAM_SESSION_IDLE_MINUTES: [
    number(0, 525_600).optional(),
    'SESSION_IDLE_MINUTES for superusers, if different from that of members',
    '30',
  ],
  EMAIL_RESET_TOKEN_EXPIRE_HOURS: [integer(1, 720, 1), 'Lifetime of a password reset link in hours', '1'],
  FIRST_SUPERUSER: [
    z.email().default('admin@example.com'),
    'E-mail address of the superuser that is created if there is none',
    'admin@example.com',
  ],
  FIRST_SUPERUSER_PASSWORD: [
    z.string().min(8).max(128).default(LOCAL_SECRET),
    'Password of that superuser, 8 to 128 characters',
    'the output of: openssl rand -base64 18',
  ],
  DEFAULT_LOCALE: [z.enum(['fr', 'en']).default('fr'), 'Default language of users', 'fr'],
  TIME_ZONE: [
    z.string().refine(isTimeZone).default('Europe/Paris'),
    'Time zone of the organisation (IANA), which determines the days of figures and filters',
    'Europe/Paris',
  ],
  BUSINESS_HOURS: [
    z
      .string()
      .regex(
        /^(mon|tue|wed|thu|fri|sat|sun)-(mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/,
      )
      .refine((hours) => hours.slice(8, 13) < hours.slice(14))
      .optional(),
    'Days and hours, in TIME_ZONE, that count towards response times of conversations; by default all',
    'mon-fri 09:00-18:00',
  ],
  ARGON2_MEMORY_KIB: [
    integer(8, 1_048_576, 19_456),
    'Memory of a password hash in KiB (argon2id, OWASP); at least 19456 outside local',
    '19456',
  ],
  ARGON2_PASSES: [
    integer(1, 10, 2),
    'Passes of a password hash over its memory; at least 2 outside local',
    '2',
  ],
  AUDIT_RETENTION_DAYS: [
    integer(90, 36_500, 730),
    'Days for which audit log entries are kept unless superusers choose others',
    '730',
  ],
  SEED_DEMO: [flag(true), 'Fill an empty database with demo data (local only)', 'false'],
  ADMIN_2FA: [
    z.enum(['off', 'optional', 'required']).default('optional'),
    'Whether the team signs in with an authenticator app or a passkey, too: off, optional or required',
    'required',
  ],
  ADMIN_2FA_GRACE_DAYS: [
    integer(0, 365, 7),
    'Days for its set-up where it is required, from the start with that setting, or from joining the team',
    '7',
  ],
  OIDC_ISSUER: [
    z
      .url({ protocol: /^https?$/ })
      .refine((url) => url.startsWith('https:') || isLoopback(url))
      .optional(),
    'Issuer of the OpenID Connect provider by which the team can sign in, with https; its redirect URI is /login/provider of FRONTEND_HOST',
    'https://login.example.com/realms/staff',
  ],
  OIDC_CLIENT_ID: [z.string().min(1).optional(), 'Client id of this service at the provider', 'agora'],
  OIDC_CLIENT_SECRET: [
    z.string().min(1).optional(),
    'Client secret of this service at the provider',
    'the client secret',
  ],
  OIDC_NAME: [
    z.string().trim().min(1).max(40).default('OpenID Connect'),
    'Name of the provider on the button of the sign-in page',
    'Example SSO',
  ],
  OIDC_SCOPE: [
    z
      .string()
      .regex(/(^| )openid( |$)/)
      .default('openid email profile'),
    'Scopes to ask the provider for, if its roles or groups need another one',
    'openid email profile groups',
  ],
  OIDC_ROLES_CLAIM: [
    z.string().min(1).optional(),
    'Claim with the roles or groups of a person at the provider, or the path to it with points; without it nobody joins the team by the provider',
    'realm_access.roles',
  ],
  OIDC_ROLES: [
    list
      .pipe(z.array(z.string().regex(ROLE_ENTRY)))
      .transform((entries) =>
        entries.map((entry) => {
          const { value = '', role = '' } = ROLE_ENTRY.exec(entry)?.groups ?? {};
          return { value: value.trim(), role: role.trim() };
        }),
      )
      .default([]),
    'Roles by the values of that claim, separated by commas: superuser, editor, sender, moderator, analyst, or the name of a role; the first that applies counts',
    'agora-admins=superuser,communication=editor',
  ],
  OIDC_MFA_ACR: [
    z.string().min(1).optional(),
    'Value of the claim acr that means a second factor, for providers that do not tell it by amr',
    'https://refeds.org/profile/mfa',
  ],
  LOGIN_FAILURES_PER_MINUTE: [
    integer(1, 100_000, 5),
    'Failed sign-ins per minute for one account from one address before 429',
    '5',
  ],
  LOGIN_FAILURES_PER_MINUTE_PER_IP: [
    integer(1, 100_000, 20),
    'Failed sign-ins per minute from one address before 429',
    '20',
  ],
  LOGIN_FAILURES_PER_ACCOUNT: [
    integer(1, 100_000, 5),
    'Failed sign-ins for one account from networks that it has not used in the last 30 days, after which each further failure locks it for such networks for 1, 2, 4 … 900 seconds',
    '5',
  ],
  SIGNUP_CONCEAL: [
    flag(false),
    'Respond to sign-ups with a known address like to any other, notify its owner by mail, and create new accounts shortly after the response',
    'true',
  ],
  SIGNUPS_PER_HOUR_PER_IP: [integer(1, 100_000, 100), 'Sign-ups per hour from one address before 429', '100'],
  RECOVERIES_PER_HOUR: [
    integer(1, 100_000, 10),
    'Recovery mails per hour to one address, and address changes per hour of one account, before 429',
    '10',
  ],
  RECOVERIES_PER_HOUR_PER_IP: [
    integer(1, 100_000, 100),
    'Recovery requests per hour from one address before 429',
    '100',
  ],
  API_KEY_REQUESTS_PER_MINUTE: [
    integer(1, 1_000_000, 600),
    'Requests per minute with one API key before 429',
    '600',
  ],
  MESSAGES_PER_HOUR: [
    integer(1, 100_000, 5),
    'Messages per hour from one member to the team before 429',
    '5',
  ],
  MESSAGES_PER_DAY: [integer(1, 100_000, 20), 'The same per day', '20'],
  RATINGS_PER_HOUR: [integer(1, 100_000, 60), 'Ratings per hour from one member before 429', '60'],
  MIN_APP_VERSION: [
    z.string().regex(APP_VERSION).optional(),
    'Minimum version of the app: older ones prompt for an update; by default none do',
    '2.4.0',
  ],
  SMTP_HOST: [
    z.string().min(1).optional(),
    'Mail server; in local, mails are stored in the built-in mailbox by default',
    'smtp.example.com',
  ],
  SMTP_PORT: [integer(1, 65_535, 587), 'Port of the mail server', '587'],
  SMTP_USER: [z.string().optional(), 'User name at the mail server', 'agora'],
  SMTP_PASSWORD: [z.string().optional(), 'Password at the mail server', 'secret'],
  SMTP_TLS: [flag(true), 'Require STARTTLS', 'true'],
  SMTP_SSL: [flag(false), 'Use TLS from the first byte (port 465)', 'false'],
  EMAILS_FROM_EMAIL: [
    z.email().default('noreply@example.com'),
    'Sender address of mails',
    'noreply@example.com',
  ],
  EMAILS_FROM_NAME: [z.string().optional(), 'Sender name of mails; by default PROJECT_NAME', 'Agora'],
  INBOUND_EMAIL: [
    z.string().toLowerCase().pipe(z.email().regex(INBOUND_LOCAL)).optional(),
    'Address whose mails, including those with +… before the @, are delivered to POST /api/v1/inbound-mail, so that members can answer by mail; at most 13 characters before the @',
    'messages@in.example.com',
  ],
  INBOUND_EMAIL_SECRET: [
    z.string().min(32).optional(),
    'Bearer token for that delivery, at least 32 characters; requires INBOUND_EMAIL',
    'the output of: openssl rand -hex 32',
  ],
  FCM_SERVICE_ACCOUNT: [
    z
      .string()
      .refine((text) => ServiceAccount.safeParse(text).success)
      .optional(),
    'Key file of the service account for Firebase Cloud Messaging, as single-line JSON',
    '\'{"project_id":"agora","client_email":"push@agora.iam.gserviceaccount.com","private_key":"-----BEGIN PRIVATE KEY-----\\n…","token_uri":"https://oauth2.googleapis.com/token"}\'',
  ],
  EXPO_ACCESS_TOKEN: [z.string().min(1).optional(), 'Access token of the Expo project', 'the access token'],
  WEB_PUSH_PUBLIC_KEY: [
    keyOf(65).optional(),
    'Public VAPID key for Web Push; generate both keys with: npx web-push generate-vapid-keys',
    'the public key',
  ],
  WEB_PUSH_PRIVATE_KEY: [keyOf(32).optional(), 'Private VAPID key', 'the private key'],
  PUSH_LINK_HOSTS: [
    list
      .transform((hosts) => hosts.map((host) => host.toLowerCase()))
      .pipe(z.array(z.hostname()))
      .default([]),
    'Hosts that pushes may link to in addition to that of FRONTEND_HOST, separated by commas',
    'www.example.com,example.com',
  ],
  PUSH_QUIET_HOURS: [
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/)
      .default('21:00-08:00'),
    'Local hours of a device during which pushes are delayed unless urgent; two equal times for none',
    '21:00-08:00',
  ],
  DAILY_PUSH_AT: [
    time.optional(),
    'Local time of a device at which the message of the day is pushed, outside PUSH_QUIET_HOURS; by default it is not pushed',
    '08:30',
  ],
  PUSH_MESSAGES_PER_SECOND: [integer(1, 100_000, 5_000), 'Pushes per second of each sending process', '5000'],
  PUSHES_TO_MANY_PER_DAY: [
    integer(1, 10_000, 20),
    'Broadcasts per day to 1,000 devices or more before 429',
    '20',
  ],
  APPROVE_PUSHES_ABOVE: [
    number(0, 2_147_483_647).optional(),
    'Number of devices above which a second person has to approve a push; by default none has to',
    '5000',
  ],
  APPROVE_NEWS: [
    flag(false),
    'Whether a second person has to approve each publication of an article',
    'true',
  ],
  WORKER: [
    z.enum(['inline', 'off']).default('inline'),
    'Whether this process also does background work; off if `pnpm worker` does it',
    'off',
  ],
  DOCS: [flag(false), 'Also serve the API documentation in production', 'true'],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'Least severe log lines to print',
    'info',
  ],
} as const satisfies Record<string, readonly [z.ZodType, about: string, example: string]>;

export type Config = { readonly [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name][0]> };
