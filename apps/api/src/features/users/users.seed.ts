import type { Locale } from '@agora/contract/features/users/users.contract';
import { emailKey } from '@agora/contract/shared/email';
import { pick, seededRandom, seededUuid } from '../../platform/random.ts';
import type { NewUser } from './users.table.ts';

const MEMBERS = 500;
const DAYS = 90;
const DAY = 86_400_000;
const MINUTE = 60_000;

/** Of 100 members, so many can't sign in any more, and so many gave no name. */
const INACTIVE_PERCENT = 8;
const NAMELESS_PERCENT = 4;

/** Every so many members join in one instant, as after an import: lists must order them all the same. */
const TIE_EVERY = 25;
const TIE_SIZE = 4;

const NAMES = {
  fr: {
    first: [
      'Éloïse',
      'Jean-Noël',
      'Gaëlle',
      'François',
      'Zoé',
      'Hélène',
      'Émile',
      'Anaïs',
      'Benoît',
      'Cécile',
      'Léo',
      'Maëlys',
      'Théo',
      'Inès',
      'Aurélien',
      'Chloé',
      'Loïc',
      'Noémie',
      'Raphaël',
      'Solène',
      'Mélanie',
      'Jérôme',
      'Agnès',
      'Clément',
    ],
    last: [
      'Lefèvre',
      'd’Ormesson',
      'Lacœur',
      'Müller-Petit',
      'Bérenger',
      'Dupré',
      'Fournier',
      'Gauthier',
      'Hébert',
      'L’Hôte',
      'Moreau',
      'Nuñez',
      'Pélissier',
      'Quéré',
      'Rousseau',
      'Saint-Clair',
      'Thévenet',
      'Vasseur',
      'Le Guen',
      'Garçon',
    ],
  },
  en: {
    first: [
      'Zoë',
      'Liam',
      'Ava',
      'Noah',
      'Siobhán',
      'Oliver',
      'Chloë',
      'Ethan',
      'Grace',
      'Seán',
      'Mia',
      'Anne-Marie',
    ],
    last: [
      'O’Brien',
      'Smith',
      'Brontë',
      'Taylor',
      'Fitzgerald',
      'Walker',
      'MacLeod',
      'Évans',
      'Hughes',
      'Smith-Jones',
    ],
  },
} as const;

interface SeedOptions {
  now: Date;
  /** Of the password that all of them share. */
  passwordHash: string;
}

/** Members of a French and English community who joined over 90 days, the same at each run. */
export function demoUsers({ now, passwordHash }: SeedOptions): NewUser[] {
  const random = seededRandom(1);
  const moments = joinMoments(random, now);
  const members = moments.map((created_at, index) => member(random, created_at, index, passwordHash));
  return [...members, ...colleagues(random, now, passwordHash)];
}

/** Newest first; more people join as the community grows. */
function joinMoments(random: () => number, now: Date): Date[] {
  const ages = Array.from({ length: MEMBERS }, () => random() ** 1.6 * DAYS * DAY + 3 * MINUTE);
  ages.sort((a, b) => a - b);
  return ages.map((age, index) => {
    const first = index % TIE_EVERY < TIE_SIZE ? index - (index % TIE_EVERY) : index;
    return new Date(now.getTime() - Math.round(ages[first] ?? age));
  });
}

function member(random: () => number, created_at: Date, index: number, password_hash: string): NewUser {
  const locale: Locale = random() < 0.65 ? 'fr' : 'en';
  const { first, last } = NAMES[locale];
  const name = `${pick<string>(random, first)} ${pick<string>(random, last)}`;
  const email = `${plain(name)}.${index + 1}@${locale === 'fr' ? 'example.org' : 'example.com'}`;
  return {
    id: seededUuid(random, created_at),
    email,
    email_key: emailKey(email),
    full_name: random() * 100 < NAMELESS_PERCENT ? null : name,
    is_active: random() * 100 >= INACTIVE_PERCENT,
    is_superuser: false,
    password_hash,
    locale,
    created_at,
  };
}

/** Two more of the team, one of whom left. */
const colleagues = (random: () => number, now: Date, password_hash: string): NewUser[] =>
  (
    [
      ['Camille Élise', 'camille@example.com', true],
      ['Marc Lebœuf', 'marc@example.com', false],
    ] as const
  ).map(([full_name, email, is_active]) => {
    const created_at = new Date(now.getTime() - DAYS * DAY);
    return {
      id: seededUuid(random, created_at),
      email,
      email_key: emailKey(email),
      full_name,
      is_active,
      is_superuser: true,
      password_hash,
      locale: 'fr',
      created_at,
    };
  });

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('œ', 'oe')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '.');
