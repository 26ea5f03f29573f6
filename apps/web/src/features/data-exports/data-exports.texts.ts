import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Your data',
    intro:
      'A copy of everything that is kept about you: a page to read, a file for programs, and your pictures.',
    download: 'Download my data',
    downloaded: 'Your data is downloaded',
    downloadedText: 'Keep the file to yourself. The link works until it expires.',
    file: 'my-data',
    toAccount: 'Go to the sign-in page',
    panel: 'My data',
    panelText: 'A copy of everything that is kept about you. A link comes by email and works for seven days.',
    request: 'Send me a copy',
    requested: 'A link comes by email in a few minutes.',
    send: 'Send a copy of their data',
    sendTitle: (name: string) => `Send ${name} a copy of their data?`,
    sendText: 'They get a link by email, in their language. You don’t see the copy.',
    sent: (name: string) => `${name} gets a link by email.`,
  },
  fr: {
    title: 'Vos données',
    intro:
      'La copie de tout ce qui est conservé à votre sujet : une page à lire, un fichier pour les programmes et vos images.',
    download: 'Télécharger mes données',
    downloaded: 'Vos données sont téléchargées',
    downloadedText: 'Gardez ce fichier pour vous. Le lien fonctionne jusqu’à son expiration.',
    file: 'mes-donnees',
    toAccount: 'Aller à la page de connexion',
    panel: 'Mes données',
    panelText:
      'La copie de tout ce qui est conservé à votre sujet. Un lien arrive par e-mail ; il fonctionne sept jours.',
    request: 'M’envoyer une copie',
    requested: 'Un lien arrive par e-mail dans quelques minutes.',
    send: 'Envoyer la copie de ses données',
    sendTitle: (name) => `Envoyer à ${name} la copie de ses données ?`,
    sendText: 'Cette personne reçoit un lien par e-mail, dans sa langue. Vous ne voyez pas la copie.',
    sent: (name) => `${name} recevra un lien par e-mail.`,
  },
});
