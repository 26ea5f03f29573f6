import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    upload_in_progress: 'Other files of yours are still being sent: wait for them, then try again.',
    storage_full: 'There is no room left for files. Tell your technical team.',
    media_missing: 'This picture no longer exists: add it again',
    not_an_image: 'This picture can’t be read: choose a JPEG, PNG, WebP or AVIF file',
    too_many_pixels: 'This picture has too many pixels: make it smaller',
    too_complex: 'This picture takes too long to read: make it smaller',
  },
  fr: {
    upload_in_progress:
      'D’autres fichiers sont en cours d’envoi : attendez la fin de l’envoi, puis réessayez.',
    storage_full: 'Il n’y a plus de place pour les fichiers. Prévenez la personne qui gère le service.',
    media_missing: 'Cette image n’existe plus : ajoutez-la à nouveau',
    not_an_image: 'Cette image est illisible : choisissez un fichier JPEG, PNG, WebP ou AVIF',
    too_many_pixels: 'Cette image a trop de pixels : réduisez-la',
    too_complex: 'Cette image est trop longue à lire : réduisez-la',
  },
});
