/** Formats JSON schemas as text, such as `"newest" | "oldest" | integer`, and derives examples. */

export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema | boolean;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

const deepest = 4;
/** Characters; longer texts are truncated. */
const longest = 700;
const mostValues = 30;

/** In TypeScript notation, with bounds after the type. */
export function schemaText(schema: Schema): string {
  const text = written(schema, 0);
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}

function written(schema: Schema, depth: number): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return shortened(schema.enum.map((value) => JSON.stringify(value))).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => written(each, depth)))].join(' | ');
  if (schema.type === 'array') return arrayText(schema, depth);
  if (schema.type === 'object') return objectText(schema, depth);
  return `${schema.type ?? 'any'}${bounds(schema)}`;
}

const shortened = (values: readonly string[]): readonly string[] =>
  values.length > mostValues ? [...values.slice(0, mostValues), '…'] : values;

function arrayText({ prefixItems, items }: Schema, depth: number): string {
  if (depth >= deepest) return '[…]';
  if (prefixItems) return `[${prefixItems.map((each) => written(each, depth + 1)).join(', ')}]`;
  const item = typeof items === 'object' ? written(items, depth + 1) : 'any';
  return item.includes(' ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
}

function objectText(schema: Schema, depth: number): string {
  if (depth >= deepest) return '{…}';
  const { properties = {}, patternProperties = {}, additionalProperties: rest, required = [] } = schema;
  const named = Object.entries(properties).map(
    ([name, each]) => `${name}${required.includes(name) ? '' : '?'}: ${written(each, depth + 1)}`,
  );
  const others = [...Object.values(patternProperties), ...(typeof rest === 'object' ? [rest] : [])];
  const all = [...named, ...others.map((each) => `[key]: ${written(each, depth + 1)}`)];
  return all.length === 0 ? 'object' : `{ ${shortened(all).join(', ')} }`;
}

function bounds({ minimum, maximum, minLength, maxLength }: Schema): string {
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength];
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return ` ≥ ${String(least)}`;
  return least === undefined ? ` ≤ ${String(most)}` : ` ${String(least)}–${String(most)}`;
}

/** A valid value, as far as one can be derived from the schema. */
export function makeExample(schema: Schema, name = ''): unknown {
  const [known] = [schema.const, schema.default, schema.examples?.[0], schema.enum?.[0]].filter(
    (value) => value !== undefined && value !== '' && value !== null,
  );
  if (known !== undefined) return known;
  if (schema.anyOf?.[0]) return makeExample(schema.anyOf[0], name);
  return plainExample(schema, name);
}

function plainExample(schema: Schema, name: string): unknown {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((each) => makeExample(each));
      return [typeof schema.items === 'object' ? makeExample(schema.items) : 1];
    case 'object': {
      const { properties = {}, required = [] } = schema;
      const needed = Object.entries(properties).filter(([key]) => required.includes(key));
      return Object.fromEntries(needed.map(([key, each]) => [key, makeExample(each, key)]));
    }
    default:
      return name === '' ? 'text' : name.toUpperCase();
  }
}
