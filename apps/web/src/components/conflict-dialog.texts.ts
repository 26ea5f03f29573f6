import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    text: (when: string, by: string | undefined) =>
      `${by ?? 'A colleague'} saved another version ${when}. Choose which version to keep for each difference.`,
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
      `${by ?? 'Un collègue'} a enregistré une autre version ${when}. Pour chaque différence, choisissez la version à garder.`,
    mine: 'Ma version',
    theirs: 'Sa version',
    allMine: 'Garder ma version partout',
    allTheirs: 'Prendre sa version partout',
    copyMine: 'Copier mes textes',
    copiedMine: 'Vos textes sont dans le presse-papiers.',
    keepChoice: 'Enregistrer ce choix',
    nothing: 'Vide',
  },
});
