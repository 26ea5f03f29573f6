/** Demo news of a town in both languages; the English text is null if not translated yet. */
export interface DemoArticle {
  fr: string;
  en: string | null;
  category: number;
}

export const CATEGORIES = [
  { fr: 'Vie locale', en: 'Local life', color: '#00796b' },
  { fr: 'Culture', en: 'Culture', color: '#6a1b9a' },
  { fr: 'Sport', en: 'Sports', color: '#c62828' },
  { fr: 'Environnement', en: 'Environment', color: '#2e7d32' },
] as const;

export const ARTICLES: readonly DemoArticle[] = [
  { fr: 'Le marché du samedi change de place', en: 'The Saturday market is moving', category: 0 },
  { fr: 'Une fresque pour la médiathèque', en: 'A mural for the library', category: 1 },
  { fr: 'Dix kilomètres le long du canal', en: 'Ten kilometres along the canal', category: 2 },
  { fr: 'Deux cents arbres avant l’hiver', en: 'Two hundred trees before winter', category: 3 },
  { fr: 'La passerelle rouvre lundi', en: 'The footbridge reopens on Monday', category: 0 },
  { fr: 'Concert d’orgue à la nuit tombée', en: 'An organ concert at nightfall', category: 1 },
  { fr: 'Le club de natation cherche des bénévoles', en: 'The swimming club needs volunteers', category: 2 },
  { fr: 'Compost\u00a0: mode d’emploi', en: 'Compost: how it works', category: 3 },
  {
    fr: 'Conseil de quartier\u00a0: ce qui a été décidé',
    en: 'Neighbourhood council: what was decided',
    category: 0,
  },
  { fr: 'Les archives s’ouvrent au public', en: 'The archives open to the public', category: 1 },
  { fr: 'Tournoi des familles\u00a0: les résultats', en: 'Family tournament: the results', category: 2 },
  { fr: 'Les hirondelles sont de retour', en: 'The swallows are back', category: 3 },
  { fr: 'Travaux rue des Tanneurs', en: 'Roadworks in rue des Tanneurs', category: 0 },
  { fr: 'Un été de cinéma en plein air', en: 'A summer of open-air cinema', category: 1 },
  { fr: 'Une piste cyclable de plus', en: null, category: 2 },
  { fr: 'La rivière se porte mieux', en: 'The river is doing better', category: 3 },
  { fr: 'Inscriptions à la fête des voisins', en: 'Sign up for the neighbours’ day', category: 0 },
  { fr: 'Atelier d’écriture à la gare', en: null, category: 1 },
  { fr: 'Le stade s’éclaire autrement', en: 'New lights for the stadium', category: 2 },
  { fr: 'Moins d’eau, plus de fleurs', en: 'Less water, more flowers', category: 3 },
  { fr: 'La mairie ouvre le jeudi soir', en: 'The town hall opens on Thursday evenings', category: 0 },
  { fr: 'Nuit des musées\u00a0: le programme', en: 'Museum night: the programme', category: 1 },
  { fr: 'Randonnée des trois moulins', en: 'The three mills walk', category: 2 },
  { fr: 'Ce que deviennent vos vieux téléphones', en: 'What becomes of your old phones', category: 3 },
];

/** First paragraphs and continuations, to be combined. */
export const PARAGRAPHS = [
  {
    fr: 'L’équipe municipale et les associations y travaillent depuis le printemps. Vous avez été nombreux à donner votre avis, et beaucoup de vos idées ont été retenues.',
    en: 'The town and its associations have been working on it since spring. Many of you had your say, and many of your ideas were taken up.',
  },
  {
    fr: 'Rendez-vous sur place dès neuf heures. Le parking des Halles reste ouvert\u202f; le bus 4 s’arrête devant l’entrée.',
    en: 'Meet there from nine o’clock. The Halles car park stays open, and bus 4 stops at the entrance.',
  },
  {
    fr: 'Les inscriptions se font à l’accueil ou par téléphone. C’est gratuit, et ouvert à toutes et à tous.',
    en: 'Sign up at the desk or by phone. It is free, and open to everybody.',
  },
  {
    fr: 'En cas de pluie, tout est reporté au dimanche suivant à la même heure.',
    en: 'If it rains, everything moves to the following Sunday at the same time.',
  },
] as const;
