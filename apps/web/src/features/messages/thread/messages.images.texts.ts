import { defineTexts } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    open: (number: number, count: number) => `Open picture ${number} of ${count}`,
    title: (number: number, count: number) => `Picture ${number} of ${count}`,
    previous: 'Previous',
    next: 'Next',
    download: 'Download',
    missing: 'This picture could not be loaded.',
    add: 'Add pictures',
    ofReply: 'Pictures of the reply',
    remove: (number: number, count: number) => `Remove picture ${number} of ${count}`,
    refused: (megabytes: number) => `Only JPEG, PNG, WebP and AVIF pictures of up to ${megabytes} MB.`,
    tooMany: (max: number) => `At most ${max} pictures per reply.`,
  },
  fr: {
    open: (number, count) => `Ouvrir l’image ${number} sur ${count}`,
    title: (number, count) => `Image ${number} sur ${count}`,
    previous: 'Précédente',
    next: 'Suivante',
    download: 'Télécharger',
    missing: 'Cette image n’a pas pu être chargée.',
    add: 'Ajouter des images',
    ofReply: 'Images de la réponse',
    remove: (number, count) => `Retirer l’image ${number} sur ${count}`,
    refused: (megabytes) =>
      `Seules les images JPEG, PNG, WebP et AVIF de ${megabytes} Mo au plus sont acceptées.`,
    tooMany: (max) => `${max} images au plus par réponse.`,
  },
});
