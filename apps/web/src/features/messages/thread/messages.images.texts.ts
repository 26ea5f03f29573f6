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
    wrongType: (names: string) => `Not added: ${names}. Only JPEG, PNG, WebP and AVIF pictures can be sent.`,
    tooLarge: (names: string, megabytes: number) =>
      `Not added: ${names}. A picture may have up to ${megabytes}\u00a0MB.`,
    refused: (name: string, why: string) => `Not added: ${name}. ${why}`,
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
    wrongType: (names) =>
      `Image non ajoutée : ${names}. Seuls les formats JPEG, PNG, WebP et AVIF sont acceptés.`,
    tooLarge: (names, megabytes) =>
      `Image non ajoutée : ${names}. Une image peut peser ${megabytes}\u00a0Mo au plus.`,
    refused: (name, why) => `Image non ajoutée : ${name}. ${why}`,
    tooMany: (max) => `${max} images au plus par réponse.`,
  },
});
