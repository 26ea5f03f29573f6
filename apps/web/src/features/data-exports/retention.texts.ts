import { defineTexts, formatNumber, plural } from '../../platform/i18n.ts';

export const t = defineTexts({
  en: {
    title: 'How long to keep',
    text: 'What is older is deleted within minutes, and cannot be brought back, except members from the trash. Conversations that answer a rating stay with it.',
    change: 'Change',
    changeOf: (name: string) => `Change how long to keep: ${name}`,
    keepFor: 'Keep for',
    byDefault: 'Default',
    counting: 'Counting what this deletes…',
    deletesNothing: 'This deletes nothing now.',
    deletes: (count: number) => `This deletes ${plural(count, { one: 'entry', other: 'entries' })} now.`,
    deletesMany: (count: number) => `This deletes more than ${formatNumber(count)} entries now.`,
    save: 'Save',
    saved: 'The period is saved.',
    passwordAgain: 'A shorter period deletes data for good.',
  },
  fr: {
    title: 'Durées de conservation',
    text: 'Ce qui est plus ancien est supprimé en quelques minutes, sans retour possible, sauf les membres, qui passent par la corbeille. Une conversation qui répond à une évaluation reste avec elle.',
    change: 'Modifier',
    changeOf: (name) => `Modifier la durée de conservation : ${name}`,
    keepFor: 'Conserver',
    byDefault: 'Par défaut',
    counting: 'Calcul de ce qui sera supprimé…',
    deletesNothing: 'Rien ne sera supprimé pour l’instant.',
    deletes: (count) =>
      plural(count, { one: 'entrée sera supprimée aussitôt.', other: 'entrées seront supprimées aussitôt.' }),
    deletesMany: (count) => `Plus de ${formatNumber(count)} entrées seront supprimées aussitôt.`,
    save: 'Enregistrer',
    saved: 'La durée est enregistrée.',
    passwordAgain: 'Une durée plus courte supprime des données définitivement.',
  },
});
