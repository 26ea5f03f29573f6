type Json = Record<string, unknown>;

export const REF_PREFIX = '#/components/schemas/';

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** `sent_by` → `SentBy`, `items-read_items` → `ItemsReadItems`. */
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[_-])([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());

/** True for schemas of which generators make a type: objects with known fields, and enums. */
const isNamed = (schema: Json) =>
  isJson(schema['properties']) || (Array.isArray(schema['enum']) && schema['type'] === 'string');

/**
 * Replaces the objects and enums inside a schema with references to components named by their path
 * (`Overview.kpis` → `OverviewKpis`): generators would number them, and a new field would change the numbers.
 */
export function withNames(schema: Json, name: string, components: Json): Json {
  const { properties, items, additionalProperties, anyOf } = schema;
  const item = (inner: unknown) => named(inner as Json, `${name}Item`, components);
  const choices = (anyOf ?? []) as Json[];
  // A single schema beside `null` needs no number.
  const isOne = choices.filter(({ type }) => type !== 'null').length <= 1;
  return {
    ...schema,
    ...(isJson(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, inner]) => [
          key,
          named(inner as Json, name + pascal(key), components),
        ]),
      ),
    }),
    ...(isJson(items) && { items: item(items) }),
    ...(isJson(additionalProperties) && { additionalProperties: item(additionalProperties) }),
    ...(anyOf !== undefined && {
      anyOf: choices.map((choice, index) => named(choice, isOne ? name : `${name}${index + 1}`, components)),
    }),
  };
}

/** `X` or null as one schema with two types: Java generators produce invalid code for a union of a list and null. */
function orNull(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1].type !== 'null') return schema;
  const { type, ...only } = anyOf[0] as Json;
  return typeof type === 'string' && !isNamed(anyOf[0]) ? { ...only, type: [type, 'null'], ...rest } : schema;
}

/** A reference to the schema as a component, or the schema itself if it needs no name. */
export function named(schema: Json, name: string, components: Json): Json {
  const inner = withNames(orNull(schema), name, components);
  if (!isNamed(inner)) return inner;
  if (components[name]) throw new Error(`${name} is the name of two schemas`);
  const { description, ...component } = inner;
  components[name] = component;
  return { $ref: REF_PREFIX + name, ...(description !== undefined && { description }) };
}
