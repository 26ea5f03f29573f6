import { defineTexts } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Internal note',
    text: 'Only administrators read it.',
    placeholder: 'What your colleagues should know about this person',
    save: 'Save the note',
    saved: 'Note saved.',
    tooLong: 'The note is too long.',
    changed: (when: string, by: string | undefined) => `Changed ${when}${by ? ` by ${by}` : ''}.`,
    conflict: 'Somebody else changed this note',
  },
  fr: {
    title: 'Note interne',
    text: 'Seuls les administrateurs la lisent.',
    placeholder: 'Ce que vos collègues doivent savoir sur cette personne',
    save: 'Enregistrer la note',
    saved: 'Note enregistrée.',
    tooLong: 'La note est trop longue.',
    changed: (when, by) => `Modifiée ${when}${by ? ` par ${by}` : ''}.`,
    conflict: 'Quelqu’un d’autre a modifié cette note',
  },
});
