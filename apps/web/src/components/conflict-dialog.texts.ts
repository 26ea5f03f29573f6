import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    text: (when: string, by: string | undefined) =>
      `${by ?? 'A colleague'} saved it ${when}. Choose what stays of each part that differs.`,
    mine: 'Mine',
    theirs: 'Theirs',
    allMine: 'Keep all of mine',
    allTheirs: 'Take all of theirs',
    copyMine: 'Copy mine',
    copiedMine: 'Your texts are on the clipboard.',
    keepChoice: 'Save this choice',
    nothing: 'Empty',
  },
  fr: {
    text: (when, by) =>
      `${by ?? 'Un collègue'} l’a enregistré ${when}. Choisissez ce qui reste de chaque partie qui diffère.`,
    mine: 'La mienne',
    theirs: 'La sienne',
    allMine: 'Garder toutes les miennes',
    allTheirs: 'Prendre toutes les siennes',
    copyMine: 'Copier les miennes',
    copiedMine: 'Vos textes sont dans le presse-papiers.',
    keepChoice: 'Enregistrer ce choix',
    nothing: 'Vide',
  },
});
