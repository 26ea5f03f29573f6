/** The phone's own texts, in the member's language, and the parts of a placeholder: the second one is to be replaced. */
export const PHONE = {
  fr: {
    now: 'maintenant',
    title: 'Titre',
    body: 'Texte de la notification',
    nothing: 'Aucune notification',
    firstName: ['{prénom|', 'cher membre', '}'],
    sampleName: 'Camille',
  },
  en: {
    now: 'now',
    title: 'Title',
    body: 'Text of the notification',
    nothing: 'No notification',
    firstName: ['{first_name|', 'dear member', '}'],
    sampleName: 'Camille',
  },
} as const;
