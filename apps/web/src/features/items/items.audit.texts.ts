import { itemsAudit } from '@agora/contract/features/items/items.audit';
import { defineTexts } from '../../platform/i18n.ts';

const { en, fr } = itemsAudit.item;

/** Names of the entity in the audit log, with those of its fields and values. */
export const t = defineTexts({
  en: { the: 'the item', many: 'Items', ...en.words },
  fr: { the: 'l’élément', many: 'Éléments', ...fr.words },
});
