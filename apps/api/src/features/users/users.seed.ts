import { emailKey } from '@agora/contract/shared/email';
import { mulberry32, pick, type Random, uuidAt } from '../../platform/random.ts';
import type { NewUser } from './users.table.ts';

const MEMBERS = 500;
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

interface DemoUsersInput {
  now: Date;
  /** Of the password that all of them have. */
  passwordHash: string;
}

type Person = Pick<NewUser, 'full_name' | 'email' | 'email_key' | 'locale'>;

/**
 * The members of a community over its last 90 days, and two more superusers of whom one is inactive: the same
 * for the same input.
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
  const oldest = new Date(now.getTime() - PERIOD);
  return [
    toUser(newPerson('fr', 'Éloïse Lefèvre'), oldest, true, true),
    toUser(newPerson('en', 'Zoë O’Brien'), oldest, false, true),
    ...moments(now, random).map((created_at) => {
      const locale = random() < FRENCH ? 'fr' : 'en';
      return toUser(newPerson(locale, randomName(random, locale)), created_at, random() >= INACTIVE, false);
    }),
  ];
}

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
