/**
 * Lists of all people as JSON. Every client asks for them when it starts, and in large organizations they are most of its response.
 * They are kept in groups of neighbouring ids, and a group is written again once a user in it has changed.
 */
import type { Role } from '../../../../wire/core.ts';
import { JsonText } from '../../lib/json/json-text.ts';
import type { User } from '../organization/index.ts';
import { seesEmailAs } from './visibility.ts';

/** People of a group differ only in the lower bits of their ids. */
const groupBits = 8;

interface Group {
  users: readonly User[];
  text: Buffer;
}

const lists = new Set<PeopleList<unknown>>();

/** The bytes of all lists that are kept of these people. */
export function getPeopleTextBytes(people: Iterable<User>): number {
  const texts = new Set<Buffer>();
  for (const user of people)
    for (const list of lists) for (const text of list.textsFrom(user)) texts.add(text);
  let bytes = 0;
  for (const text of texts) bytes += text.length;
  return bytes;
}

/**
 * How people are listed. The text depends on nothing but the user and on whether the address is shown, so that it can be shared.
 * Users are replaced, never changed, as their type says.
 */
export class PeopleList<Shown> {
  readonly #show: (user: User, seesEmail: boolean) => Shown;
  /** By the first user of a group, and by the role of the reader, which decides about addresses. */
  readonly #groups = new WeakMap<User, Map<Role, Group>>();

  constructor(show: (user: User, seesEmail: boolean) => Shown) {
    this.#show = show;
    lists.add(this);
  }

  /** What is kept of a group, by its first user. */
  textsFrom(user: User): Buffer[] {
    return [...(this.#groups.get(user)?.values() ?? [])].map(({ text }) => text);
  }

  /** @param users Sorted by id; all of them visible to the reader. */
  stringify(reader: User, users: readonly User[]): JsonText<Shown[]> {
    const parts: Buffer[] = [];
    for (let from = 0; from < users.length;) {
      const end = endOfGroup(users, from);
      const group = users.slice(from, end);
      parts.push(from === 0 ? openingBracket : comma, this.#getText(reader, group));
      from = end;
    }
    return new JsonText(parts.length === 0 ? [emptyList] : [...parts, closingBracket]);
  }

  #getText(reader: User, users: readonly User[]): Buffer {
    const [first] = users;
    // Readers see their own address, whatever their role.
    if (!first || users.some(({ id }) => id === reader.id))
      return this.#stringify(users, (user) => user.id === reader.id || seesEmailAs(reader.role, user));
    let byRole = this.#groups.get(first);
    if (!byRole) this.#groups.set(first, (byRole = new Map<Role, Group>()));
    const known = byRole.get(reader.role);
    if (known && isSame(known.users, users)) return known.text;
    const written = this.#stringify(users, (user) => seesEmailAs(reader.role, user));
    // Most roles see the same.
    const equal = [...byRole.values()].find(({ text }) => text.equals(written));
    const text = equal?.text ?? written;
    byRole.set(reader.role, { users, text });
    return text;
  }

  #stringify(users: readonly User[], sees: (user: User) => boolean): Buffer {
    const list = users.map((user) => this.#show(user, sees(user)));
    return Buffer.from(JSON.stringify(list).slice(1, -1));
  }
}

const [openingBracket, comma, closingBracket, emptyList] = ['[', ',', ']', '[]'].map((text) =>
  Buffer.from(text),
) as [Buffer, Buffer, Buffer, Buffer];

function endOfGroup(users: readonly User[], from: number): number {
  const group = (at: number) => (users[at]?.id ?? 0) >> groupBits;
  let end = from + 1;
  while (end < users.length && group(end) === group(from)) end++;
  return end;
}

const isSame = (a: readonly User[], b: readonly User[]): boolean =>
  a.length === b.length && a.every((user, at) => user === b[at]);
