import { defineTexts } from '../../platform/i18n.ts';

/** The purpose of the screens, in three sentences. */
export const t = defineTexts({
  en: {
    members:
      'Everybody who uses the mobile app. A member’s page opens with what they did and received; from there you can write to them, or leave a note for the team. Filters stay in the address, and the export holds exactly the filtered list.',
    admin:
      'Administrators can use every page of this back-office. Invite one by email: the link is valid for 72 hours and can be sent again. Every change is in the audit log, and the last active administrator cannot be removed.',
    settings:
      'Your name, address and password, how the back-office looks, and which alerts and emails you get. A new address gets a link; from the former one you can undo the change for 72 hours. Sessions show where you are signed in; end those you do not know.',
  },
  fr: {
    members:
      'Toutes les personnes qui utilisent l’application mobile. La page d’un membre s’ouvre sur ce qu’il a fait et reçu ; de là, écrivez-lui ou laissez une note à l’équipe. Les filtres restent dans l’adresse de la page, et l’export contient exactement la liste filtrée.',
    admin:
      'Les administrateurs ont accès à toutes les pages de ce back-office. Invitez-les par e-mail : le lien est valable 72 heures et peut être renvoyé. Chaque changement figure au journal d’audit, et le dernier administrateur actif ne peut pas être retiré.',
    settings:
      'Votre nom, votre adresse, votre mot de passe, l’apparence du back-office, vos alertes et vos e-mails. Une nouvelle adresse reçoit un lien ; depuis l’ancienne, vous pouvez annuler pendant 72 heures. Les sessions montrent où vous êtes connecté ; fermez celles que vous ne reconnaissez pas.',
  },
});
