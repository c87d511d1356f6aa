/**
 * With HEDDLE_CONTRACT set to an OpenAPI document, every response in the suite is held against it. The document describes
 * feature level 372; what has been added up to the level that we claim is listed here.
 */
import { readFileSync } from 'node:fs';
import { getFaults, type Fault, type JsonSchema, type Rules } from './json-schema.ts';
import { isChangedSince, isNewerEvent, isNewerField } from './newer.ts';

interface Operation {
  responses?: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

const path = process.env.HEDDLE_CONTRACT;
const contract =
  path === undefined || path === '' ? undefined : (JSON.parse(readFileSync(path, 'utf8')) as Document);

/** Throws when a response is not as the contract says. Operations that are not in it are not checked. */
export function checkContract(method: string, requestPath: string, status: number, json: unknown): void {
  if (!contract) return;
  const operation = operationFor(contract, method, requestPath);
  if (!operation) return;
  const faults = status === 200 ? successFaults(operation, json) : errorFaults(json);
  const real = faults.filter((fault) => !isChangedSince(operation.template, fault));
  if (real.length === 0) return;
  const list = real.slice(0, 8).map((fault) => `${fault.path || '/'}: ${fault.problem}`);
  throw new Error(`${method} ${requestPath} breaks the contract:\n  ${list.join('\n  ')}`);
}

interface FoundOperation extends Operation {
  template: string;
}

/** By method and path, for those that are asked for again and again. */
const found = new Map<string, FoundOperation | undefined>();

function operationFor(document: Document, method: string, requestPath: string): FoundOperation | undefined {
  const [bare = ''] = requestPath.split('?');
  const key = `${method} ${bare}`;
  if (!found.has(key)) found.set(key, findOperation(document, method, bare.split('/')));
  return found.get(key);
}

function findOperation({ paths }: Document, method: string, parts: string[]): FoundOperation | undefined {
  for (const [template, methods] of Object.entries(paths)) {
    const operation = methods[method.toLowerCase()];
    const names = template.split('/');
    if (!operation || names.length !== parts.length) continue;
    if (names.every((name, index) => fits(name, parts[index] ?? ''))) return { ...operation, template };
  }
  return undefined;
}

/** Ids are digits, so that `/users/me` is not taken for a user's id. */
function fits(name: string, part: string): boolean {
  if (!name.startsWith('{')) return name === part;
  return name.endsWith('_id}') ? /^\d+$/.test(part) : part.length > 0;
}

const rules: Rules = {
  resolve(ref) {
    const schema = contract?.components.schemas[ref.slice(ref.lastIndexOf('/') + 1)];
    if (!schema) throw new Error(`The contract has no ${ref}.`);
    return schema;
  },
  isKnownExtra: isNewerField,
};

function successFaults(operation: Operation, json: unknown): readonly Fault[] {
  const schema = operation.responses?.['200']?.content?.['application/json']?.schema;
  return schema ? getFaults(schema, withoutNewerEvents(json), rules) : [];
}

function withoutNewerEvents(json: unknown): unknown {
  const { events } = json as { events?: unknown };
  if (!Array.isArray(events)) return json;
  return { ...(json as object), events: events.filter(({ type }: { type: string }) => !isNewerEvent(type)) };
}

const errorShape: JsonSchema = {
  type: 'object',
  required: ['result', 'msg'],
  properties: { result: { enum: ['error'] }, msg: { type: 'string' }, code: { type: 'string' } },
};

const errorFaults = (json: unknown): readonly Fault[] => getFaults(errorShape, json, rules);
