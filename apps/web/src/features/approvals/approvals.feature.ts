import { IconChecklist } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { defineTexts, plural } from '../../platform/i18n.ts';
import { changes, t as words } from './approvals.audit.texts.ts';
import { useApprovalRules, useWaitingCount } from './approvals.queries.ts';

/** Name of the page, its purpose and its count. */
const t = defineTexts({
  en: {
    approvals: 'To approve',
    approvalsHelp:
      'Large push notifications and articles for which a colleague asks your approval, oldest first. Approving sends or publishes them at once or at the planned time; sending them back tells their author why. Nobody approves what they wrote, changed last or asked for.',
    waiting: (count: number) => plural(count, { one: 'waits for approval', other: 'wait for approval' }),
  },
  fr: {
    approvals: 'À approuver',
    approvalsHelp:
      'Les notifications push à de nombreux appareils et les articles pour lesquels un collègue demande votre approbation, du plus ancien au plus récent. Approuver envoie ou publie, tout de suite ou à l’heure prévue ; renvoyer dit à l’auteur pourquoi. Personne n’approuve ce qu’il a écrit, modifié en dernier ou demandé.',
    waiting: (count) => plural(count, { one: 'demande en attente', other: 'demandes en attente' }),
  },
});

export const approvals = {
  destinations: [
    {
      path: '/approvals',
      label: () => t.approvals,
      icon: IconChecklist,
      access: { can: ['broadcasts.approve', 'news.approve'] },
      key: 'v',
      help: () => t.approvalsHelp,
      menu: {
        Gate: ({ children }) => {
          const { pushes, news } = useApprovalRules();
          return (pushes || news) && children;
        },
        Badge: ({ children }) => {
          const count = useWaitingCount();
          return children(count, t.waiting(count));
        },
      },
    },
  ],
  live: { approval: () => [['approvals'], ['broadcasts'], ['news'], ['dashboard']] },
  audit: { approval: { words, changes } },
} satisfies Feature;
