import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Somebody else has changed this draft',
    text: (when: string, by: string | undefined) =>
      `${by ?? 'A colleague'} saved it ${when}. Choose what stays of each part that differs.`,
    mine: 'Mine',
    theirs: 'Theirs',
    keep: 'Save this choice',
    nothing: 'Empty',
  },
  fr: {
    title: 'Quelqu’un d’autre a modifié ce brouillon',
    text: (when, by) =>
      `${by ?? 'Un collègue'} l’a enregistré ${when}. Choisissez ce qui reste de chaque partie qui diffère.`,
    mine: 'Le mien',
    theirs: 'Le sien',
    keep: 'Enregistrer ce choix',
    nothing: 'Vide',
  },
});
