import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    rating_not_found: 'This rating no longer exists.',
    rating_target_not_found: 'What was rated no longer exists.',
  },
  fr: {
    rating_not_found: 'Cette évaluation n’existe plus.',
    rating_target_not_found: 'Le sujet de cette évaluation n’existe plus.',
  },
});
