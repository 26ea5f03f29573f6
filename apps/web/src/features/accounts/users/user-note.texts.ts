import { defineTexts } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Internal note',
    text: 'Only the team reads it.',
    placeholder: 'What your colleagues should know about this person',
    save: 'Save the note',
    saved: 'Note saved.',
    tooLong: 'Shorten the note.',
    changed: (when: string, by: string | undefined) => `Changed ${when}${by ? ` by ${by}` : ''}.`,
    conflict: 'Somebody else changed this note',
  },
  fr: {
    title: 'Note interne',
    text: 'Seule l’équipe la lit.',
    placeholder: 'Ce que vos collègues doivent savoir sur cette personne',
    save: 'Enregistrer la note',
    saved: 'Note enregistrée.',
    tooLong: 'Raccourcissez la note.',
    changed: (when, by) => `Modifiée ${when}${by ? ` par ${by}` : ''}.`,
    conflict: 'Quelqu’un d’autre a modifié cette note',
  },
});
