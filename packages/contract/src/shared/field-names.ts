import { z } from 'zod';
import { SECRET_FORMAT } from './fields.ts';

export interface FieldNames {
  /** All field names, at any depth. */
  declared: ReadonlySet<string>;
  /** The secret ones. */
  secret: ReadonlySet<string>;
}

const known = new WeakMap<z.ZodType, FieldNames>();

/** Returns the field names of a schema, used to judge input that does not match it. */
export function fieldNamesOf(schema: z.ZodType): FieldNames {
  const names = known.get(schema) ?? read(schema);
  known.set(schema, names);
  return names;
}

function read(schema: z.ZodType): FieldNames {
  const declared = new Set<string>();
  const secret = new Set<string>();
  const rest: unknown[] = [z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })];
  while (rest.length > 0) {
    const part = rest.pop();
    if (typeof part !== 'object' || part === null) continue;
    rest.push(...Object.values(part));
    const { properties } = part as { properties?: Record<string, unknown> };
    for (const [name, field] of Object.entries(properties ?? {})) {
      declared.add(name);
      if (JSON.stringify(field).includes(`"format":"${SECRET_FORMAT}"`)) secret.add(name);
    }
  }
  return { declared, secret };
}
