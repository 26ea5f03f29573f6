import { defineTexts } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    emptyHistory: 'Nothing has been shown yet',
    emptyHistoryText: 'Each day a member opens the app, the message shown is recorded here.',
    historyText: 'The messages members were actually shown, even those changed or deleted since.',
    shownReserve: 'From the reserve',
    firstServed: 'First shown',
  },
  fr: {
    emptyHistory: 'Rien n’a encore été affiché',
    emptyHistoryText: 'Chaque jour où un membre ouvre l’application, le message affiché est consigné ici.',
    historyText: 'Ce que les membres ont vraiment vu, même si le message a été modifié ou supprimé depuis.',
    shownReserve: 'De la réserve',
    firstServed: 'Premier affichage',
  },
});
