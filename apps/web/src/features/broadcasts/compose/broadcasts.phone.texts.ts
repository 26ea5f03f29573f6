/** The phone's own texts, in the member's language. */
export const PHONE = {
  fr: {
    date: 'Lundi 23 novembre',
    now: 'maintenant',
    title: 'Titre',
    body: 'Texte de la notification',
    nothing: 'Aucune notification',
  },
  en: {
    date: 'Monday 23 November',
    now: 'now',
    title: 'Title',
    body: 'Text of the notification',
    nothing: 'No notification',
  },
} as const;
