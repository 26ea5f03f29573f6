import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    offline: 'You are offline. What is shown may be out of date, and changes can’t be saved.',
    failedReads: 'Part of this page could not be loaded, or may be out of date.',
    gone: 'This page still shows what was deleted: copy anything you want to keep.',
  },
  fr: {
    offline: 'Vous êtes hors ligne. Les données affichées peuvent dater et rien ne peut être enregistré.',
    failedReads: 'Une partie de cette page n’a pas pu être chargée ou n’est peut-être plus à jour.',
    gone: 'Cette page montre encore ce qui a été supprimé : copiez ce que vous voulez garder.',
  },
});
