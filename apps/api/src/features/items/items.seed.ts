import { pick, seededRandom, seededUuid } from '../../platform/random.ts';
import type { NewUser } from '../users/users.table.ts';
import type { NewItem } from './items.table.ts';

const MOST_EACH = 5;

/** What people keep in their lists; a description is optional. */
const TEXTS = {
  fr: [
    ['Covoiturage du samedi', 'Départ à 9 h devant la mairie, deux places libres.'],
    ['Recette de la tarte aux mirabelles', null],
    ['Prêter la perceuse à Hélène', 'À rendre avant la fête des voisins.'],
    ['Idées pour l’atelier d’écriture', 'Thème : les lettres qu’on n’a jamais envoyées.'],
    ['Livres à rendre à la médiathèque', null],
    ['Bénévoles pour la kermesse', 'Il manque encore deux personnes à la buvette.'],
    ['Jardin partagé : semis d’été', 'Tomates, basilic, courges.'],
    ['Randonnée au col', null],
  ],
  en: [
    ['Saturday car pool', 'Leaving at 9 from the town hall, two seats free.'],
    ['Plum tart recipe', null],
    ['Lend the drill to Grace', 'Due back before the street party.'],
    ['Ideas for the writing workshop', 'Theme: letters never sent.'],
    ['Library books to return', null],
    ['Volunteers for the fair', 'Two people still missing at the bar.'],
  ],
} as const;

/** A few items for most people, made between the day they joined and now, the same at each run. */
export function demoItems({ users, now }: { users: readonly NewUser[]; now: Date }): NewItem[] {
  const random = seededRandom(2);
  return users.flatMap((owner) =>
    Array.from({ length: Math.floor(random() * (MOST_EACH + 1)) }, () => {
      const age = now.getTime() - owner.created_at.getTime();
      const created_at = new Date(now.getTime() - Math.floor(random() * age));
      const [title, description] = pick<readonly [string, string | null]>(random, TEXTS[owner.locale]);
      return { id: seededUuid(random, created_at), owner_id: owner.id, title, description, created_at };
    }),
  );
}
