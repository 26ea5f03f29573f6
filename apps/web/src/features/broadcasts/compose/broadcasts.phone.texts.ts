/** The phone's own texts, in the member's language. */
export const PHONE = {
  fr: {
    now: 'maintenant',
    title: 'Titre',
    body: 'Texte de la notification',
    nothing: 'Aucune notification',
  },
  en: {
    now: 'now',
    title: 'Title',
    body: 'Text of the notification',
    nothing: 'No notification',
  },
} as const;
