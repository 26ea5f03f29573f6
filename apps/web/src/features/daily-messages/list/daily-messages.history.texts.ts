import { defineTexts } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    emptyHistory: 'Nothing has been shown yet',
    emptyHistoryText: 'Each day that a member opens the app is written down here.',
    historyText: 'What members were really shown, even if the message was changed or deleted since.',
    shownReserve: 'From the reserve',
    firstServed: 'First shown',
  },
  fr: {
    emptyHistory: 'Rien n’a encore été affiché',
    emptyHistoryText: 'Chaque jour où un membre ouvre l’application s’inscrit ici.',
    historyText: 'Ce que les membres ont vraiment vu, même si le message a été modifié ou supprimé depuis.',
    shownReserve: 'De la réserve',
    firstServed: 'Premier affichage',
  },
});
