import { defineTexts } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    panel: 'My data',
    panelText: 'A copy of everything that is kept about you. A link comes by email and works for seven days.',
    request: 'Send me a copy',
    requested: 'A link comes by email in a few minutes.',
  },
  fr: {
    panel: 'Mes données',
    panelText:
      'La copie de tout ce qui est conservé à votre sujet. Un lien arrive par e-mail ; il fonctionne sept jours.',
    request: 'M’envoyer une copie',
    requested: 'Un lien arrive par e-mail dans quelques minutes.',
  },
});
