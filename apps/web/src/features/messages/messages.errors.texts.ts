import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    message_not_found: 'This conversation is gone.',
    message_image_not_found: 'This picture is gone.',
    reply_template_not_found: 'This template no longer exists.',
    pending_reply_not_found: 'This reply has already been sent or cancelled.',
    too_many_pending_replies:
      'Too many replies of this conversation wait to be sent: send or delete one first.',
    thread_advanced: 'The conversation has moved on: read what is new, then send your reply.',
    sender_blocked: 'Your messages are not accepted any more.',
    sender_deleted: 'This member’s account is deleted.',
  },
  fr: {
    message_not_found: 'Cette conversation n’existe plus.',
    message_image_not_found: 'Cette image n’existe plus.',
    reply_template_not_found: 'Ce modèle n’existe plus.',
    pending_reply_not_found: 'Cette réponse est déjà partie, ou a été annulée.',
    too_many_pending_replies:
      'Trop de réponses attendent dans cette conversation : envoyez-en ou supprimez-en une d’abord.',
    thread_advanced: 'La conversation a avancé entre-temps : lisez la suite, puis envoyez votre réponse.',
    sender_blocked: 'Vos messages ne sont plus acceptés.',
    sender_deleted: 'Le compte de ce membre est supprimé.',
  },
});
