import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    upload_in_progress: 'Other files of yours are still being sent: wait for them, then try again.',
    storage_full: 'There is no room left for files. Tell whoever runs the service.',
    media_missing: 'This picture no longer exists: add it again',
    not_an_image: 'This is not a picture that can be read: JPEG, PNG, WebP and AVIF can',
    too_many_pixels: 'This picture has too many pixels',
    too_complex: 'This picture takes too long to read: make it smaller',
  },
  fr: {
    upload_in_progress:
      'D’autres fichiers sont en cours d’envoi : attendez qu’ils soient envoyés, puis réessayez.',
    storage_full: 'Il n’y a plus de place pour les fichiers. Prévenez la personne qui gère le service.',
    media_missing: 'Cette image n’existe plus : ajoutez-la à nouveau',
    not_an_image: 'Cette image est illisible : JPEG, PNG, WebP et AVIF sont acceptés',
    too_many_pixels: 'Cette image a trop de pixels',
    too_complex: 'Cette image est trop longue à lire : réduisez-la',
  },
});
