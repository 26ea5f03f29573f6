import { emailKey } from '@agora/contract/shared/email';
import type { Locale } from '@agora/contract/shared/locale';
import type { BuiltInRole } from '@agora/contract/shared/permissions';
import slugify from '@sindresorhus/slugify';
import { mulberry32, pick, type Random, uuidAt } from '../../platform/random.ts';
import type { NewUser } from './accounts.users.table.ts';

/** Name of the demo's first superuser. */
export const DEMO_SUPERUSER_NAME = 'Camille Martin';
/** Members who signed up; 500 with the invited ones. */
const MEMBERS = 497;
const SEED = 20_260_401;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PERIOD = 90 * DAY;
/** Age of the newest account. */
const NEWEST = 4 * MINUTE;
/** One tie group per this many members: its first few share one `created_at`, like imports. */
const TIE_EVERY = 60;
const TIE_SIZE = 4;
/** Shares of members. */
const FRENCH = 0.65;
const INACTIVE = 0.08;
const NAMELESS = 0.03;
const NEVER_SEEN = 0.1;
const DEACTIVATED_FOR_A_TIME = 0.2;
/** Maximum time since most members were last seen. */
const SEEN_WITHIN = 21 * DAY;
const INVITATION = 7 * DAY;
/** Ages of the accounts with a pending invitation; the last invitation has expired. */
const INVITED = [2 * DAY, 5 * DAY, 12 * DAY];
/** Ages of the accounts in the trash, and time since their deletion. */
const TRASHED = [
  { age: 40 * DAY, since: 3 * DAY },
  { age: 75 * DAY, since: 19 * DAY },
];

interface DemoUsersInput {
  now: Date;
  /** Hash of the password that all accounts share. */
  passwordHash: string;
}

type Person = Pick<NewUser, 'full_name' | 'email' | 'email_key' | 'locale'>;

/**
 * The members of a community over its last 90 days, including pending invitations, two accounts in the trash
 * and two superusers, one of them inactive. Deterministic for the same input.
 */
export function demoUsers({ now, passwordHash }: DemoUsersInput): NewUser[] {
  const random = mulberry32(SEED);
  const createPerson = createPersonFactory(random);
  const toUser = (person: Person, created_at: Date, is_active: boolean, is_superuser: boolean): NewUser => ({
    id: uuidAt(created_at, random),
    ...person,
    is_active,
    is_superuser,
    password_hash: passwordHash,
    created_at,
  });
  const newMember = (created_at: Date, mayBeInactive = true) => {
    const locale = random() < FRENCH ? 'fr' : 'en';
    const person = createPerson(locale, randomName(random, locale));
    return toUser(person, created_at, random() >= INACTIVE || !mayBeInactive, false);
  };
  const ago = (age: number) => new Date(now.getTime() - age);
  const first = toUser(createPerson('fr', 'Éloïse Lefèvre'), ago(PERIOD), true, true);
  const second = toUser(createPerson('en', 'Zoë O’Brien'), ago(PERIOD), false, true);
  const joined = [first, second, ...moments(now, random).map((moment) => newMember(moment))];
  return [
    ...joined.map(historyMaker(now, first.id)),
    ...INVITED.map((age) => invited(newMember(ago(age), false))),
    ...TRASHED.map(({ age, since }) => trashed(newMember(ago(age), false), ago(since))),
  ];
}

/** People of the demo team, each with a built-in role. */
const TEAM = [
  { key: 'editor', full_name: 'Nadia Benali', locale: 'fr' },
  { key: 'sender', full_name: 'Tom Hughes', locale: 'en' },
  { key: 'moderator', full_name: 'Inès Roussel', locale: 'fr' },
  { key: 'analyst', full_name: 'Sam Okafor', locale: 'en' },
] as const satisfies readonly { key: BuiltInRole; full_name: string; locale: Locale }[];

/** The team besides its superusers. @param roles the built-in roles with their ids */
export function demoTeam(
  { now, passwordHash }: DemoUsersInput,
  roles: readonly { id: string; key: BuiltInRole | null }[],
): NewUser[] {
  const random = mulberry32(SEED + 3);
  const created_at = new Date(now.getTime() - PERIOD / 2);
  return TEAM.map(({ key, full_name, locale }) => {
    const email = `${addressName(full_name)}@example.com`;
    return {
      id: uuidAt(created_at, random),
      email,
      email_key: emailKey(email),
      full_name,
      locale,
      password_hash: passwordHash,
      role_id: roles.find((role) => role.key === key)?.id ?? null,
      created_at,
      updated_at: created_at,
      last_seen_at: new Date(now.getTime() - DAY),
    };
  });
}

/** Share of days between joining and the last visit on which a member used the app. */
const ACTIVE = 0.35;

/** Days on which the demo members used the app. */
export function demoMemberDays(users: readonly NewUser[]) {
  const random = mulberry32(SEED + 2);
  return users.flatMap(({ id, is_superuser, deleted_at, created_at, last_seen_at }) => {
    if (is_superuser || deleted_at || !last_seen_at) return [];
    const age = Math.floor((last_seen_at.getTime() - created_at.getTime()) / DAY);
    const visits = Array.from({ length: age }, (_, days) => new Date(created_at.getTime() + days * DAY));
    return [...visits.filter(() => random() < ACTIVE), last_seen_at].map((at) => ({ user_id: id, at }));
  });
}

/** Well-formed, so that verification takes as long as for any other account. */
const DUMMY_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** An invited account without a chosen password: no password matches. */
const invited = (user: NewUser): NewUser => ({
  ...user,
  password_hash: DUMMY_HASH,
  updated_at: user.created_at,
  invitation_expires_at: new Date(user.created_at.getTime() + INVITATION),
});

const trashed = (user: NewUser, deleted_at: Date): NewUser => ({
  ...user,
  last_seen_at: deleted_at,
  updated_at: deleted_at,
  deleted_at,
});

/** Generates account histories from a separate random sequence, so that the identities stay stable. */
function historyMaker(now: Date, admin: string) {
  const random = mulberry32(SEED + 1);
  const between = (from: number, to: number) => new Date(from + Math.floor(random() * (to - from)));
  return (user: NewUser): NewUser => {
    const joined = user.created_at.getTime();
    const deactivated_at = user.is_active ? undefined : between(joined, now.getTime());
    const end = (deactivated_at ?? now).getTime();
    const last_seen_at = random() < NEVER_SEEN ? null : between(Math.max(joined, end - SEEN_WITHIN), end);
    return {
      ...user,
      last_seen_at,
      updated_at: deactivated_at ?? user.created_at,
      ...(deactivated_at && { deactivated_at, deactivated_by: admin, ...deactivation(random, user, now) }),
    };
  };
}

/** Until a future midnight or permanent, with or without a reason. */
const deactivation = (random: Random, { locale }: NewUser, now: Date) => ({
  deactivation_reason: pick(random, REASONS[locale]),
  deactivated_until:
    random() < DEACTIVATED_FOR_A_TIME
      ? new Date(Math.ceil((now.getTime() + (1 + random() * 30) * DAY) / DAY) * DAY)
      : null,
});

const REASONS = {
  fr: [
    'Compte inutilisé depuis plusieurs mois',
    'À la demande de la personne',
    'A déménagé dans une autre commune',
    'Messages déplacés malgré deux avertissements',
    null,
  ],
  en: [
    'Unused for several months',
    'At the member’s own request',
    'Moved to another town',
    'Unkind messages after two warnings',
    null,
  ],
};

/** Sign-up times, denser towards the present. */
function moments(now: Date, random: Random): Date[] {
  const ages = Array.from({ length: MEMBERS }, (_, index) =>
    index === 0 ? NEWEST : Math.floor(NEWEST + (PERIOD - NEWEST) * random() ** 1.4),
  );
  return ages.map((age, index) => {
    const place = index % TIE_EVERY;
    const shared = index > TIE_EVERY && place < TIE_SIZE ? ages[index - place] : undefined;
    return new Date(now.getTime() - (shared ?? age));
  });
}

/** Returns a function that generates people with unique addresses: namesakes get a number. */
function createPersonFactory(random: Random) {
  const namesakes = new Map<string, number>();
  return (locale: 'fr' | 'en', name: string): Person => {
    const local = addressName(name);
    const number = (namesakes.get(local) ?? 0) + 1;
    namesakes.set(local, number);
    const email = `${local}${number > 1 ? number : ''}@${pick(random, ['example.com', 'example.org'])}`;
    return { full_name: random() < NAMELESS ? null : name, email, email_key: emailKey(email), locale };
  };
}

/** `Jean-Noël d’Ormesson` → `jean-noel.dormesson` */
const addressName = (name: string) =>
  slugify(name.replaceAll('’', ''), { separator: '.', preserveCharacters: ['-'], decamelize: false });

const randomName = (random: Random, locale: 'fr' | 'en') =>
  `${pick(random, FIRST_NAMES[locale])} ${pick(random, LAST_NAMES[locale])}`;

const names = (list: string) => list.split(',').map((name) => name.trim());

const FIRST_NAMES = {
  fr: names(`Éloïse, Jean-Noël, Chloé, Gaëlle, Anaïs, Loïc, Maëlys, Théo, Inès, Noémie, Côme, Cécile, Benoît,
    Françoise, Hélène, Jérôme, Mélanie, Océane, Raphaël, Solène, Timothée, Zoé, Adélaïde, Aurélien, Célestin,
    Édouard, Étienne, Geneviève, Joël, Léa, Maël, Marie-Thérèse, Anne-Sophie, Jean-François, Pierre-Yves,
    Nathanaël, Ophélie, Rémi, Stéphane, Véronique, Lætitia, Camille, Antoine, Manon, Lucas, Juliette, Hugo,
    Fatima, Karim, Aïcha, Moussa, Aminata, Thanh, Mathilde, Victor, Sacha`),
  en: names(`Zoë, Chloë, Renée, André, Eilidh, Siân, Seán, Niamh, Aoife, Oliver, Amelia, Harry, Isla, George,
    Grace, Jack, Lily, Noah, Ruby, Thomas, Sophie, James, Emily, William, Hannah, Daniel, Mary-Jane, Anne-Marie,
    Jean-Luc, Samuel, Charlotte, Ethan, Olivia, Priya, Arjun, Mei, Kwame, Nia, Mateo, Sofía`),
};

const LAST_NAMES = {
  fr: names(`Lefèvre, d’Ormesson, Cœur, Lebœuf, Le Goff, Béranger, Dupont, Durand, Martin, Bernard, Petit,
    Lemaître, Grâce, Châtelain, Désiré, Fouché, Gérard, Hébert, L’Hermitte, Mérimée, N’Diaye, Noël, Périgord,
    Rivière, Saint-Exupéry, Thévenet, Vallée, Besançon, Aït-Ali, Bénichou, Castaño, Delacroix, de La Fontaine,
    François, Guérin, Joffre, Kervadec, Lévêque, Maçon, Nguyễn, Ouédraogo, Prévost, Quéméneur, Roux-Bézieux,
    Traoré, Vœckler, Benoît-Lévy, Ménard, Leclère`),
  en: names(`O’Brien, O’Connor, Smith, Jones, Taylor, Brown, Davies, Wilson, Evans, Thomas, Roberts, Johnson,
    Walker, Wright, Robinson, Thompson, White, Hughes, Edwards, Green, Smith-Jones, D’Arcy, MacDonald, McAllister,
    Fitzgerald, Brontë, Ó Súilleabháin, Patel, Singh, Chen, Okafor, Mensah, García, Núñez, Müller, Ångström,
    Lloyd Webber, Bonham-Carter`),
};
