import { defineTexts } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'My sessions',
    text: 'Where you are signed in. End those that you don’t recognise, then change your password.',
    current: 'This browser',
    signedIn: 'Signed in',
    lastUsed: 'Last used',
    unknownDevice: 'Unknown device',
    on: (browser: string, system: string) => `${browser} on ${system}`,
    end: 'End',
    endThis: (device: string) => `End the session: ${device}`,
    ended: 'The session has ended.',
    endAll: 'Sign out everywhere',
    endAllTitle: 'Sign out everywhere?',
    endAllText: 'All your sessions end, this one included: you log in again afterwards.',
  },
  fr: {
    title: 'Mes sessions',
    text: 'Où vous êtes connecté. Fermez celles que vous ne reconnaissez pas, puis changez votre mot de passe.',
    current: 'Ce navigateur',
    signedIn: 'Connexion',
    lastUsed: 'Dernière utilisation',
    unknownDevice: 'Appareil inconnu',
    on: (browser, system) => `${browser} sur ${system}`,
    end: 'Fermer',
    endThis: (device) => `Fermer la session : ${device}`,
    ended: 'La session est fermée.',
    endAll: 'Se déconnecter partout',
    endAllTitle: 'Se déconnecter partout ?',
    endAllText: 'Toutes vos sessions sont fermées, celle-ci comprise : vous vous reconnecterez ensuite.',
  },
});
