import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    approval_required: 'A second person has to approve this first: ask for approval.',
    approval_closed: 'Nobody is asking for approval here any more: it was decided, withdrawn or changed.',
    approval_asked: 'Somebody has already asked for approval.',
    approval_own: 'You wrote it, last changed it or asked for approval: somebody else has to decide.',
    approval_overdue: 'The planned time has passed: choose another one, or do it now.',
    approval_of_other: 'Only the person who asked for approval can withdraw the request.',
  },
  fr: {
    approval_required: 'Une deuxième personne doit d’abord approuver : demandez l’approbation.',
    approval_closed:
      'Il n’y a plus de demande d’approbation ici : elle a été traitée ou retirée, ou le contenu a changé.',
    approval_asked: 'Une approbation est déjà demandée.',
    approval_own:
      'Vous l’avez écrit, modifié en dernier ou vous avez demandé l’approbation : la décision revient à quelqu’un d’autre.',
    approval_overdue: 'L’heure prévue est passée : choisissez-en une autre, ou agissez maintenant.',
    approval_of_other: 'Seule la personne qui a demandé l’approbation peut retirer la demande.',
  },
});
