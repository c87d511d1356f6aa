/** Validates submessages. The error texts are the API's wording. */
import { limits } from '../../../../wire/core.ts';
import { highestIndex, type PollChange, type TodoChange } from '../../../../wire/submessages.ts';
import { ApiError, apiError } from '../../lib/errors.ts';
import { codePoints, isWellFormed } from '../../lib/text.ts';
import { isObject } from '../../lib/objects.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';

/** Code points. */
const longestKind = 60;

type Fields = Readonly<Record<string, unknown>>;
/** @throws ApiError for a value of another type */
type Check = (name: string, value: unknown) => void;
type Shape = Readonly<Record<string, Check>>;

const string: Check = (name, value) => {
  if (typeof value !== 'string') throw apiError('parameters.not-a-string', { name });
};

const boolean: Check = (name, value) => {
  if (typeof value !== 'boolean') throw apiError('parameters.not-a-boolean', { name });
};

const index: Check = (name, value) => {
  if (!Number.isInteger(value)) throw apiError('parameters.not-an-integer', { name });
  if (Number(value) < 0) throw apiError('parameters.too-small', { name });
  if (Number(value) > highestIndex) throw apiError('parameters.too-large', { name });
};

const vote: Check = (name, value) => {
  if (!Number.isInteger(value)) throw apiError('parameters.not-an-integer', { name });
  if (value !== 1 && value !== -1) throw apiError('parameters.invalid-value', { name });
};

const choices: Check = (name, value) => {
  if (!Array.isArray(value)) throw apiError('parameters.not-a-list', { name });
  for (const [at, one] of value.entries())
    checkFields(`${name}[${String(at)}]`, one, { short_name: string, long_name: string, reply: string });
};

interface Change {
  fields: Shape;
  /** The error for anyone but the author of the message. */
  refusal?: 'widgets.question-not-author' | 'widgets.title-not-author';
}

interface Kind {
  /** Its name in error messages. */
  name: string;
  changes: Readonly<Record<string, Change>>;
}

const pollChanges = {
  vote: { fields: { key: string, vote } },
  question: {
    fields: { question: string },
    refusal: 'widgets.question-not-author',
  },
  new_option: { fields: { option: string, idx: index } },
} satisfies Record<PollChange['type'], Change>;

const todoChanges = {
  new_task: { fields: { key: index, task: string, desc: string, completed: boolean } },
  strike: { fields: { key: string } },
  new_task_list_title: {
    fields: { title: string },
    refusal: 'widgets.title-not-author',
  },
} satisfies Record<TodoChange['type'], Change>;

const kinds: Readonly<Record<string, Kind>> = {
  poll: { name: 'poll data', changes: pollChanges },
  todo: { name: 'todo data', changes: todoChanges },
};

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** @returns the parsed content. @throws ApiError if it is not JSON, or too long */
export function checkForm(kind: string, content: string): unknown {
  if (kind === '' || codePoints(kind) > longestKind || kind.includes('\0') || !isWellFormed(kind))
    throw apiError('widgets.invalid-type');
  if (codePoints(content) > limits.messageLength) throw apiError('widgets.too-long');
  return parsed(content, 'widgets.invalid-json');
}

function parsed(text: string, refusal: 'widgets.invalid-json' | 'widgets.content-not-json'): unknown {
  try {
    if (isWellFormed(text)) return parseForeignJson(text);
  } catch {
    // Refused below.
  }
  throw apiError(refusal);
}

/**
 * Checks a change of a widget. Submessages of other types may have any content.
 * @throws ApiError for an invalid change, and for one that only the author may make.
 */
export function checkChange(widgetType: unknown, change: unknown, isAuthor: boolean): void {
  const kind = typeof widgetType === 'string' ? own(kinds, widgetType) : undefined;
  if (!kind) return;
  const { type } = checkFields(kind.name, change, { type: string });
  const known = own(kind.changes, String(type));
  if (!known) throw apiError('widgets.unknown-kind', { widget: kind.name, kind: String(type) });
  if (known.refusal !== undefined && !isAuthor) throw apiError(known.refusal);
  checkOnlyFields(kind.name, change, { type: string, ...known.fields });
}

function getFields(name: string, value: unknown): Fields {
  if (!isObject(value)) throw apiError('parameters.not-a-dict', { name });
  return value;
}

/** Checks that the value has these fields. @returns all its fields */
function checkFields(name: string, value: unknown, shape: Shape): Fields {
  const fields = getFields(name, value);
  for (const [key, check] of Object.entries(shape)) {
    if (!Object.hasOwn(fields, key)) throw apiError('parameters.missing-key', { key, name });
    check(`${name}["${key}"]`, fields[key]);
  }
  return fields;
}

function checkOnlyFields(name: string, value: unknown, shape: Shape): void {
  const strange = Object.keys(checkFields(name, value, shape)).filter((key) => !Object.hasOwn(shape, key));
  if (strange.length > 0) throw apiError('parameters.unexpected', { names: strange.join(', ') });
}

/**
 * Parses a `widget_content` parameter, which can only be buttons: polls and to-do lists are created
 * by their slash commands. @returns the content of the first submessage. @throws ApiError
 */
export function givenWidget(text: string): string {
  try {
    return widgetIn(text);
  } catch (error) {
    throw error instanceof ApiError ? apiError('widgets.invalid', { complaint: error.message }) : error;
  }
}

function widgetIn(text: string): string {
  if (codePoints(text) > limits.messageLength) throw apiError('widgets.content-too-long');
  const given = getFields('widget_content', parsed(text, 'widgets.content-not-json'));
  for (const key of ['widget_type', 'extra_data'])
    if (!Object.hasOwn(given, key)) throw apiError('widgets.key-missing', { key });
  const { widget_type: type, extra_data: data } = given;
  const fields = getFields('extra_data', data);
  if (type !== 'zform') throw apiError('widgets.unknown-type', { kind: String(type) });
  if (!Object.hasOwn(fields, 'type')) throw apiError('widgets.zform-no-type');
  if (fields.type !== 'choices') throw apiError('widgets.unknown-zform', { kind: String(fields.type) });
  // Existing bots send further fields with each choice.
  checkFields('extra_data', fields, { heading: string, choices });
  return JSON.stringify({ widget_type: type, extra_data: data });
}
