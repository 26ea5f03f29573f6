import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    message_not_found: 'This conversation is gone.',
    message_image_not_found: 'This picture is gone.',
    reply_template_not_found: 'This template no longer exists.',
    thread_advanced: 'The conversation has moved on: read what is new, then send your reply.',
    sender_blocked: 'Your messages are not accepted any more.',
    sender_deleted: 'This member’s account is deleted.',
  },
  fr: {
    message_not_found: 'Cette conversation n’existe plus.',
    message_image_not_found: 'Cette image n’existe plus.',
    reply_template_not_found: 'Ce modèle n’existe plus.',
    thread_advanced: 'La conversation a avancé entre-temps : lisez la suite, puis envoyez votre réponse.',
    sender_blocked: 'Vos messages ne sont plus acceptés.',
    sender_deleted: 'Le compte de ce membre est supprimé.',
  },
});
