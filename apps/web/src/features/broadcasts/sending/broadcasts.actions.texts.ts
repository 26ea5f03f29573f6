import { defineTexts } from '../../../platform/i18n.ts';
import { appareils, devices } from '../device-words.ts';

export const t = defineTexts({
  en: {
    resume: 'Resume',
    pause: 'Pause',
    unschedule: 'Back to draft',
    send: 'Send now…',
    cancelPlan: 'Cancel',
    stop: 'Stop',
    delete: 'Delete',
    duplicate: 'Duplicate',
    stopTitle: 'Stop sending for good?',
    stopText: (left: number) =>
      `${devices(left)} ${left === 1 ? 'has' : 'have'} not got it yet and never will. Those that have it keep it.`,
    cancelTitle: 'Cancel this notification?',
    cancelText: 'It will not be sent. It stays in the list, and can be duplicated.',
    stopDo: 'Stop for good',
    cancelDo: 'Cancel the notification',
    isPaused: 'Paused.',
    isResumed: 'It goes on.',
    isUnscheduled: 'It is a draft again.',
    isCancelled: 'It is being stopped.',
  },
  fr: {
    resume: 'Reprendre',
    pause: 'Mettre en pause',
    unschedule: 'Remettre en brouillon',
    send: 'Envoyer maintenant…',
    cancelPlan: 'Annuler l’envoi',
    stop: 'Arrêter',
    delete: 'Supprimer',
    duplicate: 'Dupliquer',
    stopTitle: 'Arrêter l’envoi pour de bon ?',
    stopText: (left) =>
      `${appareils(left)} ne ${left > 1 ? 'l’ont' : 'l’a'} pas encore reçue et ne la ${left > 1 ? 'recevront' : 'recevra'} jamais. Les autres la gardent.`,
    cancelTitle: 'Annuler cette notification ?',
    cancelText: 'Elle ne partira pas. Elle reste dans la liste, et peut être dupliquée.',
    stopDo: 'Arrêter pour de bon',
    cancelDo: 'Annuler la notification',
    isPaused: 'En pause.',
    isResumed: 'L’envoi reprend.',
    isUnscheduled: 'C’est à nouveau un brouillon.',
    isCancelled: 'L’arrêt est en cours.',
  },
});
