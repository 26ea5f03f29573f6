import { VIEWS_MAX } from '@agora/contract/features/saved-views/saved-views.rules';
import { defineTexts, formatNumber } from '../../platform/i18n.ts';

const most = formatNumber(VIEWS_MAX);

export const t = defineTexts({
  en: {
    saved_view_not_found: 'This view no longer exists.',
    saved_view_name_taken: 'A view of this list already has this name.',
    too_many_saved_views: `A list has at most ${most} shared views, and ${most} of your own. Delete one first.`,
    not_view_author: 'Only the author of this view can keep it for themselves.',
  },
  fr: {
    saved_view_not_found: 'Cette vue n’existe plus.',
    saved_view_name_taken: 'Une vue de cette liste porte déjà ce nom.',
    too_many_saved_views: `Une liste a au plus ${most} vues partagées, et ${most} rien que pour vous. Supprimez-en une d’abord.`,
    not_view_author: 'Seul l’auteur de cette vue peut la garder pour lui.',
  },
});
