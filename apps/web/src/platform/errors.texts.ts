import { defineTexts } from './i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Something went wrong!',
    generic: 'Something went wrong.',
    success: 'Success!',
    offline: 'The service can’t be reached. Check your connection and try again.',
    timeout: 'The service takes too long to answer. Try again in a moment.',
    requestId: (id: string) => `Request ${id}`,
    unknownStatus: (status: string, body: string) => `Error ${status}${body && `: ${body}`}`,
  },
  fr: {
    title: 'Une erreur est survenue !',
    generic: 'Une erreur est survenue.',
    success: 'C’est fait !',
    offline: 'Le service est injoignable. Vérifiez votre connexion, puis réessayez.',
    timeout: 'Le service met trop de temps à répondre. Réessayez dans un instant.',
    requestId: (id) => `Requête ${id}`,
    unknownStatus: (status, body) => `Erreur ${status}${body && ` : ${body}`}`,
  },
});
