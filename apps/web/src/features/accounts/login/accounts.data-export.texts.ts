import { defineTexts } from '../../../platform/i18n.ts';

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
  },
});
