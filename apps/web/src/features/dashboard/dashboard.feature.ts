import { IconLayoutDashboard } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';

/** Names of the pages, and their purpose in three sentences. */
const t = defineTexts({
  en: {
    dashboard: 'Dashboard',
    dashboardHelp:
      '“To do today” lists what waits for the team, each with one action. The week shows everything that goes out. Two charts compare a period of your choice with the one before, Statistics has all the others; click a figure or a bar to see what it counts.',
  },
  fr: {
    dashboard: 'Dashboard',
    dashboardHelp:
      '« À faire aujourd’hui » réunit ce qui attend l’équipe, avec une action pour chaque point. La semaine montre tout ce qui part. Deux graphiques comparent la période choisie à la précédente, l’onglet Statistiques réunit tous les autres ; cliquez sur un chiffre ou une barre pour voir ce qu’il compte.',
  },
});

export const dashboard = {
  destinations: [
    {
      path: '/dashboard',
      label: () => t.dashboard,
      icon: IconLayoutDashboard,
      access: 'user',
      key: 'd',
      help: () => t.dashboardHelp,
      menu: {},
    },
  ],
} satisfies Feature;
