import { LOCALES } from '@agora/contract/shared/locales';
import { z } from 'zod';
import type { Config } from '../../../platform/settings.ts';
import type { Claims } from './accounts.oidc-provider.service.ts';

/** An account at the provider, as its claims describe it. */
export const ProviderAccount = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** Undefined unless the provider has verified it. */
  email: z.string().optional(),
  full_name: z.string().nullable(),
  locale: z.enum(LOCALES).optional(),
  /** The name of the role that the first entry of `OIDC_ROLES` gives which applies. */
  role: z.string().optional(),
  /** True if the provider says that it has asked for more than a password. */
  isMultiFactor: z.boolean(),
  /** When the owner signed in at the provider, if it tells. */
  signedInAt: z.coerce.date().optional(),
});
export type ProviderAccount = z.infer<typeof ProviderAccount>;

type Settings = Pick<Config, 'OIDC_ROLES_CLAIM' | 'OIDC_ROLES' | 'OIDC_MFA_ACR'>;

/** Values of `amr` that stand for a second factor (RFC 8176). */
const FACTORS = new Set(['mfa', 'otp', 'hwk', 'swk', 'sc']);

/** Longest name of an account. */
const NAME_MAX = 255;

const strings = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

/** A claim by its name or, as some providers nest them, by its path. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, part)
          ? (value as Record<string, unknown>)[part]
          : undefined,
      claims,
    );
}

/** Reads claims that the provider has signed. */
export function accountOf(claims: Claims, settings: Settings): ProviderAccount {
  const { OIDC_ROLES_CLAIM, OIDC_ROLES, OIDC_MFA_ACR } = settings;
  const held = OIDC_ROLES_CLAIM === undefined ? [] : strings(claimAt(claims, OIDC_ROLES_CLAIM));
  const [email] = strings(claims['email']);
  const [name = ''] = strings(claims['name']);
  const [language = ''] = strings(claims['locale']);
  const signedInAt = claims['auth_time'];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    // The standard knows the JSON value alone: the text 'false' is true for careless readers.
    email: claims['email_verified'] === true ? email : undefined,
    full_name: name.trim().slice(0, NAME_MAX) || null,
    locale: LOCALES.find((locale) => language.slice(0, 2).toLowerCase() === locale),
    role: OIDC_ROLES.find(({ value }) => held.includes(value))?.role,
    isMultiFactor:
      strings(claims['amr']).some((method) => FACTORS.has(method)) ||
      (OIDC_MFA_ACR !== undefined && claims['acr'] === OIDC_MFA_ACR),
    signedInAt: typeof signedInAt === 'number' ? new Date(signedInAt * 1000) : undefined,
  };
}
