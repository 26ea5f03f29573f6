/** Entities of the audit log and their names in its exports, in every language. */
export type AuditedNames = Readonly<Record<string, Readonly<Record<'fr' | 'en', string>>>>;
