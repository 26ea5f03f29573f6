import { IconBell } from '@tabler/icons-react';
import type { Feature } from '../../platform/feature.ts';
import { defineTexts } from '../../platform/i18n.ts';
import { changes, segmentWords, t as words } from './broadcasts.audit.texts.ts';

/** Names of the pages, and their purpose in three sentences. */
const t = defineTexts({
  en: {
    broadcasts: 'Push notifications',
    newBroadcast: 'New notification',
    broadcastsHelp:
      'Write a notification in both languages, choose who gets it, and send it now or at a chosen time. Filters saved as a segment can be used again, here and in the list of members. A test goes to your own phones first. Once it is sent, its page shows how many devices accepted it and how many members opened it; if you stop it, those who have not received it yet will not get it.',
  },
  fr: {
    broadcasts: 'Notifications push',
    newBroadcast: 'Nouvelle notification',
    broadcastsHelp:
      'Écrivez une notification dans les deux langues, choisissez ses destinataires, et envoyez-la maintenant ou plus tard. Des filtres enregistrés comme segment resservent ici et dans la liste des membres. Un test va d’abord sur vos propres téléphones. Après l’envoi, sa page montre combien d’appareils l’ont acceptée et combien de membres l’ont ouverte ; si vous arrêtez l’envoi, ceux qui ne l’ont pas encore reçue ne la recevront pas.',
  },
});

export const broadcasts = {
  destinations: [
    {
      path: '/broadcast',
      label: () => t.broadcasts,
      icon: IconBell,
      access: { can: 'broadcasts.read' },
      key: 'p',
      help: () => t.broadcastsHelp,
      menu: {},
    },
  ],
  commands: [
    {
      path: '/broadcast/new',
      label: () => t.newBroadcast,
      icon: IconBell,
      access: { can: 'broadcasts.write' },
    },
  ],
  found: {
    broadcast: {
      label: () => t.broadcasts,
      icon: IconBell,
      path: ({ id }) => `/broadcast/${id}`,
      list: '/broadcast?search=',
    },
  },
  live: {
    broadcast: () => [['broadcasts'], ['dashboard'], ['segments']],
    segment: () => [['segments'], ['broadcasts'], ['audience'], ['users', 'list']],
    'broadcast.progress': (id: unknown) => [
      ['broadcasts', 'list'],
      ['broadcasts', 'one', id],
    ],
  },
  audit: {
    broadcast: {
      page: '/broadcast',
      words,
      changes,
      parts: { status: ['schedule_mode', 'scheduled_local', 'time_zone', 'scheduled_at', 'late_policy'] },
    },
    segment: { words: segmentWords },
  },
} satisfies Feature;
