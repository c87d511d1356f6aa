/** What may be said in a submessage. The words of the refusals are those that authors of clients know. */
import { limits } from '../../../../wire/core.ts';
import { highestIndex, type PollChange, type TodoChange } from '../../../../wire/submessages.ts';
import { ApiError, badRequest } from '../../lib/errors.ts';
import { codePoints, isWellFormed } from '../../lib/text.ts';

/** Code points. */
const longestKind = 60;

type Fields = Readonly<Record<string, unknown>>;
/** Throws when the value of that name is none of its kind. */
type Check = (name: string, value: unknown) => void;
type Shape = Readonly<Record<string, Check>>;

const string: Check = (name, value) => {
  if (typeof value !== 'string') throw badRequest(`${name} is not a string`);
};

const boolean: Check = (name, value) => {
  if (typeof value !== 'boolean') throw badRequest(`${name} is not a boolean`);
};

const index: Check = (name, value) => {
  if (!Number.isInteger(value)) throw badRequest(`${name} is not an integer`);
  if (Number(value) < 0) throw badRequest(`${name} is too small`);
  if (Number(value) > highestIndex) throw badRequest(`${name} is too large`);
};

const vote: Check = (name, value) => {
  if (!Number.isInteger(value)) throw badRequest(`${name} is not an integer`);
  if (value !== 1 && value !== -1) throw badRequest(`Invalid ${name}`);
};

const choices: Check = (name, value) => {
  if (!Array.isArray(value)) throw badRequest(`${name} is not a list`);
  for (const [at, one] of value.entries())
    checkFields(`${name}[${String(at)}]`, one, { short_name: string, long_name: string, reply: string });
};

interface Change {
  fields: Shape;
  /** Only the author of the message may; what others are told. */
  refusal?: string;
}

interface Kind {
  /** As refusals call it. */
  name: string;
  changes: Readonly<Record<string, Change>>;
}

const pollChanges = {
  vote: { fields: { key: string, vote } },
  question: {
    fields: { question: string },
    refusal: "You can't edit a question unless you are the author.",
  },
  new_option: { fields: { option: string, idx: index } },
} satisfies Record<PollChange['type'], Change>;

const todoChanges = {
  new_task: { fields: { key: index, task: string, desc: string, completed: boolean } },
  strike: { fields: { key: string } },
  new_task_list_title: {
    fields: { title: string },
    refusal: "You can't edit the task list title unless you are the author.",
  },
} satisfies Record<TodoChange['type'], Change>;

const kinds: Readonly<Record<string, Kind>> = {
  poll: { name: 'poll data', changes: pollChanges },
  todo: { name: 'todo data', changes: todoChanges },
};

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** @throws ApiError for what is not JSON, or too long. */
export function checkForm(kind: string, content: string): unknown {
  if (kind === '' || codePoints(kind) > longestKind || kind.includes('\0') || !isWellFormed(kind))
    throw badRequest('Invalid msg_type');
  if (codePoints(content) > limits.messageLength) throw badRequest('Submessage is too long');
  return parsed(content, 'Invalid json for submessage');
}

function parsed(text: string, refusal: string): unknown {
  try {
    if (isWellFormed(text)) return JSON.parse(text) as unknown;
  } catch {
    // Refused below.
  }
  throw badRequest(refusal);
}

/**
 * Whether this can be done with a widget of the type; what is added to a message of another kind is free.
 * @throws ApiError with what is wrong, or who may.
 */
export function checkChange(widgetType: unknown, change: unknown, isAuthor: boolean): void {
  const kind = typeof widgetType === 'string' ? own(kinds, widgetType) : undefined;
  if (!kind) return;
  const { type } = checkFields(kind.name, change, { type: string });
  const known = own(kind.changes, String(type));
  if (!known) throw badRequest(`Unknown type for ${kind.name}: ${String(type)}`);
  if (known.refusal !== undefined && !isAuthor) throw badRequest(known.refusal);
  checkOnlyFields(kind.name, change, { type: string, ...known.fields });
}

function fieldsOf(name: string, value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest(`${name} is not a dict`);
  return value as Fields;
}

/** Has these fields. @returns all that there are. */
function checkFields(name: string, value: unknown, shape: Shape): Fields {
  const fields = fieldsOf(name, value);
  for (const [key, check] of Object.entries(shape)) {
    if (!Object.hasOwn(fields, key)) throw badRequest(`${key} key is missing from ${name}`);
    check(`${name}["${key}"]`, fields[key]);
  }
  return fields;
}

function checkOnlyFields(name: string, value: unknown, shape: Shape): void {
  const strange = Object.keys(checkFields(name, value, shape)).filter((key) => !Object.hasOwn(shape, key));
  if (strange.length > 0) throw badRequest(`Unexpected arguments: ${strange.join(', ')}`);
}

/**
 * What a message is shown as, from a `widget_content` parameter: buttons to choose from. Polls and lists of tasks are made
 * by their commands. @returns the content of the first submessage. @throws ApiError
 */
export function givenWidget(text: string): string {
  try {
    return widgetIn(text);
  } catch (error) {
    throw error instanceof ApiError ? badRequest(`Widgets: ${error.message}`) : error;
  }
}

function widgetIn(text: string): string {
  if (codePoints(text) > limits.messageLength) throw badRequest('widget_content is too long');
  const given = fieldsOf('widget_content', parsed(text, 'API programmer sent invalid JSON content'));
  for (const key of ['widget_type', 'extra_data'])
    if (!Object.hasOwn(given, key)) throw badRequest(`${key} is not in widget_content`);
  const { widget_type: type, extra_data: data } = given;
  const fields = fieldsOf('extra_data', data);
  if (type !== 'zform') throw badRequest(`unknown widget type: ${String(type)}`);
  if (!Object.hasOwn(fields, 'type')) throw badRequest('zform is missing type field');
  if (fields.type !== 'choices') throw badRequest(`unknown zform type: ${String(fields.type)}`);
  // Bots in use send further fields with each choice.
  checkFields('extra_data', fields, { heading: string, choices });
  return JSON.stringify({ widget_type: type, extra_data: data });
}
