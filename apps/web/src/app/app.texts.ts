import { defineTexts } from '../platform/i18n.ts';

export const t = defineTexts({
  en: {
    tagline: 'One place to look after your community.',
    taglineMore: 'Members, messages, news and notifications, in French and in English.',
    notFoundTitle: 'Oops!',
    notFoundText: 'The page you are looking for was not found.',
    goBack: 'Go Back',
    search: 'Search',
    errorTitle: 'This page can’t be shown',
    errorText: 'Reload it. If that doesn’t help, pass the details on to your technical team.',
    errorDetails: 'Technical details',
    reload: 'Reload the page',
  },
  fr: {
    tagline: 'Un seul endroit pour prendre soin de votre communauté.',
    taglineMore: 'Membres, messages, news et notifications, en français et en anglais.',
    notFoundTitle: 'Oups !',
    notFoundText: 'La page que vous cherchez est introuvable.',
    goBack: 'Retour',
    search: 'Rechercher',
    errorTitle: 'Cette page ne peut pas s’afficher',
    errorText:
      'Rechargez-la. Si cela ne suffit pas, transmettez les détails à la personne qui gère le service.',
    errorDetails: 'Détails techniques',
    reload: 'Recharger la page',
  },
});
