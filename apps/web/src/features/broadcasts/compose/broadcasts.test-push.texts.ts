import { defineTexts, formatNumber, plural } from '../../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'Send a test',
    text: 'Marked [TEST], in each language that has a text. Nothing changes for members.',
    to: 'Send it to',
    me: 'To my own devices',
    testers: 'To chosen testers',
    who: 'Testers',
    whoRequired: 'Choose at least one tester',
    devices: (count: number, max: number) =>
      count > max
        ? `They have more than ${formatNumber(max)} devices: choose fewer.`
        : count > 0
          ? `Goes to ${plural(count, { one: 'device', other: 'devices' })}.`
          : 'No device of theirs can be reached.',
    send: 'Send the test',
    sent: (count: number) => `Sent: ${plural(count, { one: 'test', other: 'tests' })} marked [TEST].`,
    failed: (reason: string) => `The test was not accepted: ${reason}.`,
  },
  fr: {
    title: 'Envoyer un test',
    text: 'Marqué [TEST], dans chaque langue déjà rédigée. Rien ne change pour les membres.',
    to: 'Destinataires',
    me: 'Mes appareils',
    testers: 'Des testeurs que je choisis',
    who: 'Testeurs',
    whoRequired: 'Choisissez au moins un testeur',
    devices: (count, max) =>
      count > max
        ? `Ils ont plus de ${formatNumber(max)} appareils : choisissez-en moins.`
        : count > 0
          ? `Part vers ${plural(count, { one: 'appareil', other: 'appareils', many: 'd’appareils' })}.`
          : 'Aucun de leurs appareils ne peut être joint.',
    send: 'Envoyer le test',
    sent: (count) => `Envoyé : ${plural(count, { one: 'test marqué', other: 'tests marqués' })} [TEST].`,
    failed: (reason) => `Le test n’a pas été accepté : ${reason}.`,
  },
});
