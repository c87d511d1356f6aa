/** A small validator for the schemas of an OpenAPI 3.0 document: says where a value is not as described. */

export interface JsonSchema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  allOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
}

export interface Fault {
  path: string;
  problem: string;
}

export interface Rules {
  resolve(ref: string): JsonSchema;
  /** Fields that may stand where the schema allows no others. */
  isKnownExtra(name: string): boolean;
}

export function faultsOf(schema: JsonSchema, value: unknown, rules: Rules, path = ''): Fault[] {
  if (schema.$ref !== undefined) return faultsOf(rules.resolve(schema.$ref), value, rules, path);
  if (value === null && schema.nullable) return [];
  const faults = (schema.allOf ?? []).flatMap((part) => faultsOf(part, value, rules, path));
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) faults.push(...fewest(choices.map((choice) => faultsOf(choice, value, rules, path))));
  if (schema.enum && !schema.enum.includes(value))
    faults.push({ path, problem: `${show(value)} is not among ${show(schema.enum)}` });
  if (schema.type !== undefined && !isOfType(schema.type, value))
    return [...faults, { path, problem: `${show(value)} is not of type ${schema.type}` }];
  if (Array.isArray(value)) return [...faults, ...inArray(schema, value, rules, path)];
  if (isObject(value)) return [...faults, ...inObject(schema, value, rules, path)];
  return faults;
}

function fewest(results: Fault[][]): Fault[] {
  return results.reduce((best, one) => (one.length < best.length ? one : best), results[0] ?? []);
}

function inArray({ items }: JsonSchema, value: unknown[], rules: Rules, path: string): Fault[] {
  return items ? value.flatMap((item, index) => faultsOf(items, item, rules, `${path}/${index}`)) : [];
}

function inObject(schema: JsonSchema, value: Record<string, unknown>, rules: Rules, path: string): Fault[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const faults = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => ({ path, problem: `${name} is missing` }));
  for (const [name, item] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const at = `${path}/${name}`;
    if (property) faults.push(...faultsOf(property, item, rules, at));
    else if (additionalProperties === false) {
      if (!rules.isKnownExtra(name)) faults.push({ path: at, problem: 'is not in the contract' });
    } else if (typeof additionalProperties === 'object')
      faults.push(...faultsOf(additionalProperties, item, rules, at));
  }
  return faults;
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
