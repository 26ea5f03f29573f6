import { mulberry32, pick, type Random, uuidAt } from '../../platform/random.ts';
import type { NewUser } from '../accounts/accounts.users.table.ts';
import type { NewItem } from './items.table.ts';

const SEED = 20_260_402;
/** Items per member: 2.4 on average. */
const COUNTS = [0, 1, 1, 2, 2, 2, 3, 3, 4, 6];
/** Share of items without a description. */
const BARE = 0.25;

interface DemoItemsInput {
  users: readonly Owner[];
  now: Date;
}

type Owner = Pick<
  NewUser,
  'id' | 'locale' | 'created_at' | 'deactivated_at' | 'deleted_at' | 'invitation_expires_at'
>;

/** Classified adverts, written while their owners were active; deterministic for the same input. */
export function demoItems({ users, now }: DemoItemsInput): NewItem[] {
  const random = mulberry32(SEED);
  const owners = users.filter(({ invitation_expires_at }) => !invitation_expires_at);
  return owners.flatMap((owner) =>
    Array.from({ length: pick(random, COUNTS) }, () => {
      const joined = owner.created_at.getTime();
      const left = (owner.deleted_at ?? owner.deactivated_at ?? now).getTime();
      const created_at = new Date(joined + Math.floor(random() * (left - joined)));
      const advert = writeAdvert(random, pick(random, ADVERTS[owner.locale]));
      return { id: uuidAt(created_at, random), owner_id: owner.id, ...advert, created_at };
    }),
  );
}

/** A kind of advert: openings, things, details and closings combine freely. */
interface Advert {
  openings: readonly string[];
  things: readonly string[];
  details: readonly string[];
  closings: readonly string[];
}

const writeAdvert = (random: Random, { openings, things, details, closings }: Advert) => ({
  title: `${pick(random, openings)} ${pick(random, things)}`,
  description: random() < BARE ? null : `${pick(random, details)} ${pick(random, closings)}`,
});

const FRENCH_CLOSINGS = [
  'Écrivez-moi ici pour en parler.',
  'Je suis disponible le soir et le week-end.',
  'Plutôt près de l’hôtel de ville.',
  'Merci d’avance à toutes et à tous.',
  'Premier arrivé, premier servi.',
];

const ENGLISH_CLOSINGS = [
  'Message me here to arrange it.',
  'Evenings and weekends are best for me.',
  'Preferably near the town hall.',
  'Many thanks in advance.',
  'First come, first served.',
];

const ADVERTS: Record<NewUser['locale'], readonly Advert[]> = {
  fr: [
    {
      openings: ['Je prête', 'Je donne', 'À échanger\u00A0:', 'À vendre\u00A0:'],
      things: [
        'une poussette légère',
        'une perceuse à percussion',
        'un vélo d’enfant',
        'une tente pour quatre personnes',
        'un appareil à raclette',
        'un pèse-bébé',
        'un coffret d’œuvres de Mozart',
        'une échelle de trois mètres',
        'un piano d’étude',
        'un lot de livres de poche',
        'un cœur de céramique fait main',
        'une machine à coudre',
      ],
      details: [
        'En très bon état, n’a presque pas servi depuis l’été dernier.',
        'Quelques traces d’usure, mais tout fonctionne très bien.',
        'Nous déménageons bientôt et cherchons à faire de la place.',
        'C’est à venir chercher chez moi, au deuxième étage sans ascenseur.',
      ],
      closings: FRENCH_CLOSINGS,
    },
    {
      openings: ['Je cherche', 'Nous cherchons', 'Recherché\u00A0:'],
      things: [
        'un cours de guitare pour débutant',
        'une personne pour garder notre chat en août',
        'un covoiturage vers la gare le matin',
        'des bénévoles pour la fête des voisins',
        'un coup de main pour monter une armoire',
        'un partenaire de course à pied',
        'une chambre d’hôte pour mes beaux-parents',
      ],
      details: [
        'Je viens d’arriver dans le quartier et je ne connais encore personne.',
        'Une fois par semaine suffirait, le jour m’est égal.',
        'Je peux rendre service en retour, par exemple en cuisine ou au potager.',
      ],
      closings: FRENCH_CLOSINGS,
    },
    {
      openings: [
        'Samedi prochain\u00A0:',
        'Chaque premier dimanche du mois\u00A0:',
        'Bientôt\u00A0:',
        'Pour tous\u00A0:',
      ],
      things: [
        'atelier de réparation de vélos',
        'balade botanique le long du canal',
        'bourse aux plantes et aux graines',
        'chorale sans prérequis',
        'soirée jeux de société',
        'café des langues',
        'nettoyage des berges',
        'projection en plein air',
      ],
      details: [
        'Entrée libre, dans la limite des places disponibles.',
        'Chacun apporte quelque chose à boire ou à grignoter.',
        'Les enfants sont les bienvenus s’ils sont accompagnés.',
      ],
      closings: FRENCH_CLOSINGS,
    },
  ],
  en: [
    {
      openings: ['To lend:', 'To give away:', 'To swap:', 'For sale:'],
      things: [
        'a lightweight pushchair',
        'a hammer drill',
        'a child’s bicycle',
        'a box of empty jam jars',
        'a four-person tent',
        'a bread maker',
        'a three-metre ladder',
        'an upright piano',
        'a stack of crime novels',
        'a sewing machine',
      ],
      details: [
        'In very good condition and hardly used since last summer.',
        'A few scratches, but everything works well.',
        'We’re moving soon and need to make some room.',
        'To be collected from my place, second floor without a lift.',
      ],
      closings: ENGLISH_CLOSINGS,
    },
    {
      openings: ['Looking for', 'We need', 'Wanted:'],
      things: [
        'a guitar teacher for a beginner',
        'someone to feed our cat in August',
        'a lift to the station in the mornings',
        'volunteers for the street party',
        'a hand with flat-pack furniture',
        'a running partner',
        'a guest room for my parents-in-law',
      ],
      details: [
        'I’ve just moved to the area and don’t know anybody yet.',
        'Once a week would be enough, any day suits me.',
        'I’m happy to help in return, in the kitchen or in the garden.',
      ],
      closings: ENGLISH_CLOSINGS,
    },
    {
      openings: ['Next Saturday:', 'Every first Sunday:', 'Coming soon:', 'Open to all:'],
      things: [
        'bicycle repair workshop',
        'wildflower walk along the canal',
        'plant and seed swap',
        'choir, no experience needed',
        'board game night',
        'language café',
        'riverbank clean-up',
        'open-air film screening',
      ],
      details: [
        'Free entry while there are places left.',
        'Everybody brings something to drink or to nibble.',
        'Children are welcome with a grown-up.',
      ],
      closings: ENGLISH_CLOSINGS,
    },
  ],
};
