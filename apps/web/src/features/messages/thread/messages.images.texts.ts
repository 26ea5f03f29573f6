import { defineTexts } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    open: (number: number, count: number) => `Open picture ${number} of ${count}`,
    title: (number: number, count: number) => `Picture ${number} of ${count}`,
    previous: 'Previous',
    next: 'Next',
    download: 'Download',
    missing: 'This picture could not be loaded.',
  },
  fr: {
    open: (number, count) => `Ouvrir l’image ${number} sur ${count}`,
    title: (number, count) => `Image ${number} sur ${count}`,
    previous: 'Précédente',
    next: 'Suivante',
    download: 'Télécharger',
    missing: 'Cette image n’a pas pu être chargée.',
  },
});
