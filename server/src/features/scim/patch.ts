/** Normalizes the operations of a PATCH, whose form differs between clients. */
import { ScimError, attribute } from './protocol.ts';
import { isObject } from '../../lib/objects.ts';

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  /** Lower case, without the schema URN; empty if `value` is an object of attributes. */
  path: string;
  /** The value in a filter within the path: `5` in `members[value eq "5"]`. */
  filtered: string | undefined;
  value: unknown;
}

const mostOperations = 1000;

/**
 * COMPAT(Entra): capitalized `Add` and `Replace`; COMPAT(Okta): an object of attributes without a path.
 * @throws ScimError for an invalid PATCH
 */
export function parsePatch(body: unknown): PatchOperation[] {
  const operations = isObject(body) ? attribute(body, 'Operations') : undefined;
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > mostOperations)
    throw invalidSyntax('A PATCH needs a list of Operations');
  return operations.map(parseOne);
}

const ops = ['add', 'replace', 'remove'] as const;

function parseOne(given: unknown): PatchOperation {
  if (!isObject(given)) throw invalidSyntax('An operation must be an object');
  const { op, path = '', value } = given;
  const known = ops.find((one) => typeof op === 'string' && one === op.toLowerCase());
  if (!known) throw invalidSyntax('The op of an operation is add, replace or remove');
  if (typeof path !== 'string' || path.length > 300) throw new ScimError(400, 'Invalid path', 'invalidPath');
  if (path === '' && (known === 'remove' || !isObject(value)))
    throw new ScimError(400, 'An operation without a path needs an object as value', 'noTarget');
  const filtered = /\[\s*\w+\s+eq\s+"((?:[^"\\]|\\.)*)"\s*\]/i.exec(path)?.[1];
  const plain = path.replace(/^urn:.*:/i, '').replace(/\[[^\]]*\]/, '');
  return { op: known, path: plain.toLowerCase(), filtered, value };
}

/** Splits operations on objects into one operation for each attribute. */
export function* eachAttribute(operations: readonly PatchOperation[]): Generator<PatchOperation> {
  for (const { path, value, ...rest } of operations) {
    if (path !== '' || !isObject(value)) yield { ...rest, path, value };
    else
      for (const [name, one] of Object.entries(value))
        yield { ...rest, path: name.replace(/^urn:.*:/i, '').toLowerCase(), value: one };
  }
}

const invalidSyntax = (detail: string): ScimError => new ScimError(400, detail, 'invalidSyntax');
