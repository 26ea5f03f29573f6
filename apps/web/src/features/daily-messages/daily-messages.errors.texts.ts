import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    daily_message_not_found: 'This message is gone.',
    no_message: 'There is no message for this day.',
    day_taken: 'This day already has a message: choose another.',
    day_over: 'This day is over: only the texts of its message can still be corrected.',
    default_locale_missing: 'Write the text in the default language first.',
    shift_too_far: 'The messages that follow would move too far ahead: choose an earlier day.',
  },
  fr: {
    daily_message_not_found: 'Ce message n’existe plus.',
    no_message: 'Il n’y a pas de message pour ce jour.',
    day_taken: 'Ce jour a déjà un message : choisissez-en un autre.',
    day_over: 'Ce jour est passé : seuls les textes de son message peuvent encore être corrigés.',
    default_locale_missing: 'Écrivez d’abord le texte dans la langue par défaut.',
    shift_too_far: 'Les messages suivants seraient décalés trop loin : choisissez un jour plus proche.',
  },
});
