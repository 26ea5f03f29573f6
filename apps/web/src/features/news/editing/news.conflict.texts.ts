import { defineTexts } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    conflictTitle: 'Somebody else has changed this article',
    windowsTitle: 'You also edited this article in another window',
    windowsText: (when: string) =>
      `Another text was written in another window ${when} and not saved. Choose which version to keep for each part written in both; everything else is kept.`,
    mineWindow: 'This window',
    theirsWindow: 'The other window',
  },
  fr: {
    conflictTitle: 'Quelqu’un d’autre a modifié cet article',
    windowsTitle: 'Vous avez aussi modifié cet article dans une autre fenêtre',
    windowsText: (when) =>
      `Un autre texte a été écrit dans une autre fenêtre ${when}, sans être enregistré. Pour chaque partie écrite dans les deux, choisissez la version à garder ; le reste est conservé.`,
    mineWindow: 'Cette fenêtre',
    theirsWindow: 'L’autre fenêtre',
  },
});
