import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    gone: 'the app was removed from the phone, or no longer takes notifications there',
    foreign:
      'the device is registered with another app or key than those of the service; if all devices are affected, your technical team must check its keys',
    optedOut: 'the member has declined this category since',
    inactive: 'the account was deactivated since',
    late: 'that time had already passed where they are',
    nothing: 'the daily message had no text in their language at that time',
    busy: 'the provider asked for a slower pace',
    away: 'the provider could not be reached, or had a problem',
    credentials: 'the provider refuses the keys of the service: your technical team must check them',
    payload:
      'the provider refused the content itself: duplicate the notification, shorten it or change its link, then send the copy',
    stalled: 'an error in the service blocks the sending: tell your technical team',
    target: 'members can’t see the content it announces, or the page it opens',
    approval: 'it now goes to more devices than may get it without the approval of a second person',
    unknown: 'the provider gave a reason that we don’t know',
  },
  fr: {
    gone: 'l’application a été retirée du téléphone, ou n’y accepte plus de notifications',
    foreign:
      'l’appareil est lié à une autre application ou à une autre clé que celles du service ; si tous les appareils sont concernés, la personne qui gère le service doit vérifier ses clés',
    optedOut: 'le membre a refusé cette catégorie depuis',
    inactive: 'le compte a été désactivé depuis',
    late: 'cette heure était déjà passée chez le membre',
    nothing: 'le message du jour n’avait pas de texte dans sa langue à cette heure-là',
    busy: 'le fournisseur demande un rythme plus lent',
    away: 'le fournisseur était injoignable, ou en difficulté',
    credentials:
      'le fournisseur refuse les clés du service : la personne qui gère le service doit les vérifier',
    payload:
      'le fournisseur refuse le contenu lui-même : dupliquez la notification, raccourcissez-la ou changez son lien, puis envoyez la copie',
    stalled: 'une erreur du service empêche l’envoi de continuer : prévenez la personne qui gère le service',
    target: 'les membres ne voient pas le contenu annoncé, ou la page que la notification ouvre',
    approval:
      'elle va désormais à plus d’appareils que ce qui peut partir sans l’approbation d’une deuxième personne',
    unknown: 'le fournisseur donne un motif que nous ne connaissons pas',
  },
});
