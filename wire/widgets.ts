/**
 * How a message is shown instead of its text: a poll, a to-do list, or buttons of a bot. Derived from its submessages in order, by
 * the rules that all clients of this API follow; invalid ones are ignored.
 */
import type { Submessage } from './messages.ts';

export type PollOption = {
  key: string;
  text: string;
  /** In the order of their votes. */
  voters: readonly number[];
};
export type Poll = {
  kind: 'poll';
  question: string;
  options: readonly PollOption[];
  /** Number for the reader's next option; undefined if they have added too many. */
  nextIndex: number | undefined;
};

type Task = { key: string; task: string; description: string; isDone: boolean };
export type TodoList = {
  kind: 'todo';
  title: string;
  tasks: readonly Task[];
  nextIndex: number | undefined;
};

type Choice = { name: string; text: string; reply: string };
export type Choices = { kind: 'choices'; heading: string; choices: readonly Choice[] };

export type Widget = Poll | TodoList | Choices;

type Fields = Readonly<Record<string, unknown>>;
/** One change with its author. */
type Step = { who: number; isAuthor: boolean; fields: Fields };

type Shown = { sender_id: number; submessages: readonly Submessage[] };

/** Replaces the user ID in the keys of options and tasks in the message itself. */
const canned = 'canned';
const highestIndex = 1000;

/** undefined for a message that is shown as text. */
export function getWidget({ sender_id: author, submessages }: Shown, ownId: number): Widget | undefined {
  const [first, ...rest] = submessages.filter((one) => one.msg_type === 'widget');
  // Nearly all messages are plain text, and this runs whenever one is drawn.
  if (first === undefined) return undefined;
  const { widget_type: type, extra_data: data } = getFields(first.content);
  if (!isFields(data)) return undefined;
  const steps = rest.map(({ sender_id: who, content }) => ({
    who,
    isAuthor: who === author,
    fields: getFields(content),
  }));
  if (type === 'poll') return getPoll(data, steps, ownId);
  if (type === 'todo') return getTodo(data, steps, ownId);
  return type === 'zform' ? getChoices(data) : undefined;
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function getFields(content: string | undefined): Fields {
  try {
    const value: unknown = JSON.parse(content ?? '');
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

const getText = (value: unknown): string => (typeof value === 'string' ? value : '');
const getList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isIndex = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= highestIndex;

/** The numbers that one user has assigned. */
class Indexes {
  #next = 1;
  readonly #ownId: number;

  constructor(ownId: number) {
    this.#ownId = ownId;
  }

  note(who: number | typeof canned, index: number): void {
    if (who === this.#ownId) this.#next = Math.max(this.#next, index + 1);
  }

  get next(): number | undefined {
    return this.#next > highestIndex ? undefined : this.#next;
  }
}

function getPoll(data: Fields, steps: readonly Step[], ownId: number): Poll {
  let question = getText(data.question);
  const options = new Map<string, { text: string; voters: Set<number> }>();
  const indexes = new Indexes(ownId);
  const add = (who: number | typeof canned, index: unknown, text: unknown) => {
    if (!isIndex(index) || typeof text !== 'string') return;
    indexes.note(who, index);
    if ([...options.values()].some((option) => option.text === text)) return;
    options.set(`${who},${index}`, { text, voters: new Set() });
  };
  for (const [index, text] of getList(data.options).entries()) add(canned, index, text);
  for (const { who, isAuthor, fields } of steps) {
    if (fields.type === 'new_option') add(who, fields.idx, fields.option);
    if (fields.type === 'question' && isAuthor) question = getText(fields.question);
    if (fields.type !== 'vote') continue;
    const voters = options.get(getText(fields.key))?.voters;
    if (fields.vote === 1) voters?.add(who);
    else voters?.delete(who);
  }
  return {
    kind: 'poll',
    question,
    options: [...options].map(([key, { text, voters }]) => ({ key, text, voters: [...voters] })),
    nextIndex: indexes.next,
  };
}

/** The number of people who voted. */
export const getVoters = ({ options }: Poll): number => new Set(options.flatMap(({ voters }) => voters)).size;

function getTodo(data: Fields, steps: readonly Step[], ownId: number): TodoList {
  let title = getText(data.task_list_title);
  const tasks = new Map<string, Task>();
  const indexes = new Indexes(ownId);
  const add = (who: number | typeof canned, index: unknown, { task, desc, completed }: Fields) => {
    if (!isIndex(index) || typeof task !== 'string') return;
    indexes.note(who, index);
    if ([...tasks.values()].some((one) => one.task === task)) return;
    const key = `${index},${who}`;
    tasks.set(key, { key, task, description: getText(desc), isDone: completed === true });
  };
  for (const [index, task] of getList(data.tasks).entries()) if (isFields(task)) add(canned, index, task);
  for (const { who, isAuthor, fields } of steps) {
    if (fields.type === 'new_task') add(who, fields.key, fields);
    if (fields.type === 'new_task_list_title' && isAuthor) title = getText(fields.title);
    const struck = fields.type === 'strike' ? tasks.get(getText(fields.key)) : undefined;
    if (struck !== undefined) struck.isDone = !struck.isDone;
  }
  return { kind: 'todo', title, tasks: [...tasks.values()], nextIndex: indexes.next };
}

function getChoices({ heading, choices }: Fields): Choices {
  return {
    kind: 'choices',
    heading: getText(heading),
    choices: getList(choices).flatMap((one) => {
      const { short_name: name, long_name: text, reply } = (one ?? {}) as Fields;
      return typeof reply === 'string' ? [{ name: getText(name), text: getText(text), reply }] : [];
    }),
  };
}
