import { defineTexts, plural } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Two-step verification',
    text: 'When you sign in, you also enter a code from an app on your phone. Nobody gets in with your password alone.',
    required: 'Everybody on the team has to use it.',
    isOn: (date: string) => `On since ${date}.`,
    codesLeft: (count: number) =>
      `${plural(count, { one: 'recovery code', other: 'recovery codes' })} left, for the day you don’t have your phone.`,
    setUp: 'Set up',
    scanText:
      'Scan this picture with an authenticator app, such as Aegis, 2FAS, Google Authenticator or your password manager.',
    qrCode: 'QR code of the key',
    key: 'Or enter this key in the app',
    code: 'Code shown by the app',
    codeRequired: 'Enter the six digits',
    turnOn: 'Turn on',
    cancel: 'Cancel',
    passwordAgain: 'Confirm that it is you to change how you sign in.',
    codesTitle: 'Your recovery codes',
    codesText:
      'Each one replaces a code of the app, once. Keep them away from your phone: they will not be shown again.',
    copy: 'Copy',
    copied: 'The codes are copied.',
    download: 'Download',
    fileName: 'recovery-codes.txt',
    kept: 'I have kept these codes',
    renew: 'New recovery codes',
    renewTitle: 'Create new recovery codes?',
    renewText: 'The former ones stop working at once.',
    renewAction: 'Create new codes',
    remove: 'Turn off',
    removeTitle: 'Turn two-step verification off?',
    removeText: 'Your password alone will be enough to sign in. Your other sessions end.',
    removeTextPasskeys:
      'The codes of the app and the recovery codes no longer work. Your passkeys do. Your other sessions end.',
    removed: 'Two-step verification is off.',
    turnedOn: 'Two-step verification is on. Your other sessions have ended.',
    dueTitle: 'Set up two-step verification',
    dueText:
      'The team now signs in with the password and a code from an app on the phone. Set yours up to go on.',
  },
  fr: {
    title: 'Validation en deux étapes',
    text: 'À la connexion, vous saisissez aussi un code fourni par une application de votre téléphone. Votre mot de passe seul ne suffit plus.',
    required: 'Elle est obligatoire pour toute l’équipe.',
    isOn: (date) => `Activée depuis le ${date}.`,
    codesLeft: (count) =>
      `${plural(count, { one: 'code de secours restant', other: 'codes de secours restants' })}, pour le jour où vous n’aurez pas votre téléphone.`,
    setUp: 'Activer',
    scanText:
      'Scannez cette image avec une application d’authentification : Aegis, 2FAS, Google Authenticator ou votre gestionnaire de mots de passe, par exemple.',
    qrCode: 'QR code de la clé',
    key: 'Ou saisissez cette clé dans l’application',
    code: 'Code affiché par l’application',
    codeRequired: 'Saisissez les six chiffres',
    turnOn: 'Activer',
    cancel: 'Annuler',
    passwordAgain: 'Confirmez votre identité pour modifier votre mode de connexion.',
    codesTitle: 'Vos codes de secours',
    codesText:
      'Chacun remplace une seule fois un code de l’application. Conservez-les ailleurs que sur votre téléphone : ils ne seront plus affichés.',
    copy: 'Copier',
    copied: 'Les codes sont copiés.',
    download: 'Télécharger',
    fileName: 'codes-de-secours.txt',
    kept: 'J’ai conservé ces codes',
    renew: 'Nouveaux codes de secours',
    renewTitle: 'Créer de nouveaux codes de secours ?',
    renewText: 'Les précédents cesseront aussitôt de fonctionner.',
    renewAction: 'Créer de nouveaux codes',
    remove: 'Désactiver',
    removeTitle: 'Désactiver la validation en deux étapes ?',
    removeText: 'Votre mot de passe suffira pour vous connecter. Vos autres sessions seront fermées.',
    removeTextPasskeys:
      'Les codes de l’application et les codes de secours ne fonctionneront plus. Vos clés d’accès, si. Vos autres sessions seront fermées.',
    removed: 'La validation en deux étapes est désactivée.',
    turnedOn: 'La validation en deux étapes est activée. Vos autres sessions sont fermées.',
    dueTitle: 'Activez la validation en deux étapes',
    dueText:
      'L’équipe se connecte désormais avec le mot de passe et un code fourni par une application du téléphone. Activez cette validation pour continuer.',
  },
});
