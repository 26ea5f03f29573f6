import { emailKey } from '@agora/contract/shared/email';
import { mulberry32, pick, type Random, uuidAt } from '../../platform/random.ts';
import type { NewUser } from './accounts.users.table.ts';

/** Members who signed up; with those invited there are 500. */
const MEMBERS = 497;
const SEED = 20_260_401;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PERIOD = 90 * DAY;
/** Age of the newest account. */
const NEWEST = 4 * MINUTE;
/** Of each so many members, the first few share one `created_at`, as imported accounts do. */
const TIE_EVERY = 60;
const TIE_SIZE = 4;
/** Shares of members. */
const FRENCH = 0.65;
const INACTIVE = 0.08;
const NAMELESS = 0.03;
const NEVER_SEEN = 0.1;
const DEACTIVATED_FOR_A_TIME = 0.2;
/** How long ago most members were last seen, at most. */
const SEEN_WITHIN = 21 * DAY;
const INVITATION = 7 * DAY;
/** Ages of the accounts whose owners have not followed their invitation; that of the last is over. */
const INVITED = [2 * DAY, 5 * DAY, 12 * DAY];
/** Ages of the accounts in the trash, and since when they are there. */
const TRASHED = [
  { age: 40 * DAY, since: 3 * DAY },
  { age: 75 * DAY, since: 19 * DAY },
];

interface DemoUsersInput {
  now: Date;
  /** Of the password that all of them have. */
  passwordHash: string;
}

type Person = Pick<NewUser, 'full_name' | 'email' | 'email_key' | 'locale'>;

/**
 * The members of a community over its last 90 days, of whom some wait for an invitation to be followed, two
 * more in the trash, and two superusers of whom one is inactive: the same for the same input.
 */
export function demoUsers({ now, passwordHash }: DemoUsersInput): NewUser[] {
  const random = mulberry32(SEED);
  const newPerson = personMaker(random);
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
    const person = newPerson(locale, randomName(random, locale));
    return toUser(person, created_at, random() >= INACTIVE || !mayBeInactive, false);
  };
  const ago = (age: number) => new Date(now.getTime() - age);
  const first = toUser(newPerson('fr', 'Éloïse Lefèvre'), ago(PERIOD), true, true);
  const second = toUser(newPerson('en', 'Zoë O’Brien'), ago(PERIOD), false, true);
  const joined = [first, second, ...moments(now, random).map((moment) => newMember(moment))];
  return [
    ...joined.map(historyMaker(now, first.id)),
    ...INVITED.map((age) => invited(newMember(ago(age), false))),
    ...TRASHED.map(({ age, since }) => trashed(newMember(ago(age), false), ago(since))),
  ];
}

/** Well-formed, so that judging a password by it takes as long as by any other. */
const NOBODYS_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** An account made for somebody who has not chosen a password yet: no password fits. */
const invited = (user: NewUser): NewUser => ({
  ...user,
  password_hash: NOBODYS_HASH,
  updated_at: user.created_at,
  invitation_expires_at: new Date(user.created_at.getTime() + INVITATION),
});

const trashed = (user: NewUser, deleted_at: Date): NewUser => ({
  ...user,
  last_seen_at: deleted_at,
  updated_at: deleted_at,
  deleted_at,
});

/** Tells what became of accounts, from random numbers of its own so that people stay who they are. */
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

/** For a time until a midnight to come, or for good; with a reason or without. */
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

/** When the members joined: more and more of them as time went by. */
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

/** Makes people whose addresses differ: a namesake gets a number. */
function personMaker(random: Random) {
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
  name
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/[^a-z -]/g, '')
    .replaceAll(' ', '.');

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
