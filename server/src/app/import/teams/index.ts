/** Reads exports of Microsoft Teams: of the data export tool, or responses of Graph saved under the same names. */
import { StartRefused } from '../../../lib/start-refused.ts';
import type { SpillTable } from '../../../db/sqlite/spill-file.ts';
import { fromHtml } from '../html.ts';
import type { Input } from '../input/input.ts';
import { jsonElements } from '../input/json-elements.ts';
import {
  problem,
  readItem,
  type MessageRecord,
  type PersonRole,
  type ReactionRecord,
  type Reference,
  type Source,
  type SourceRecord,
  type Text,
} from '../records.ts';
import type { Scratch } from '../scratch.ts';
import { link, TextBuilder } from '../text.ts';

/** The tool uses PascalCase, Graph camelCase. */
class Row {
  readonly #values = new Map<string, unknown>();

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, one] of Object.entries(value)) this.#values.set(name.toLowerCase(), one);
  }

  text(name: string): string {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  }

  is(name: string): boolean {
    return this.#values.get(name) === true;
  }

  row(name: string): Row {
    return new Row(this.#values.get(name));
  }

  rows(name: string): Row[] {
    const value = this.#values.get(name);
    return Array.isArray(value) ? value.map((one) => new Row(one)) : [];
  }

  time(name: string): number | undefined {
    const time = Date.parse(this.text(name));
    return Number.isNaN(time) || time <= 0 ? undefined : time;
  }
}

/** @throws StartRefused for anything but an export of Teams. */
export async function openTeams(input: Input, scratch: Scratch): Promise<Source> {
  const isOurs = input.files
    .keys()
    .some((path) => /(?:^|\/)(?:users\/usersList|teams\/teamsList)\.json$/.test(path));
  if (!isOurs)
    throw new StartRefused(
      'This is no export of Teams: it has neither users/usersList.json nor teams/teamsList.json.',
    );
  return Promise.resolve({
    product: 'teams',
    origin: 'teams',
    isInOrder: false,
    topic: 'imported from Teams',
    records: () => new TeamsExport(input, scratch).records(),
  });
}

class TeamsExport {
  readonly #input: Input;
  readonly #paths: readonly string[];
  readonly #directs = new Map<string, Set<string>>();
  readonly #scratch: Scratch;
  /** IDs of chat messages that were already read: the export has each under every member. */
  readonly #seen: SpillTable;

  constructor(input: Input, scratch: Scratch) {
    this.#input = input;
    this.#scratch = scratch;
    this.#seen = scratch.table();
    this.#paths = [...input.files.keys().filter((path) => path.endsWith('.json'))].sort();
  }

  async *records(): AsyncGenerator<SourceRecord> {
    const admins = new Set<string>();
    for await (const { row } of this.#all(/(?:^|\/)users\/administrators\.json$/))
      if (row) admins.add(row.text('id'));
    for await (const { row, fault, place } of this.#all(/(?:^|\/)users\/usersList\.json$/)) {
      if (!row) yield problem(place, fault ?? '');
      else yield* readItem(place, () => person(row, admins, place));
    }
    yield* this.#channels();
    yield* this.#messages(/(?:^|\/)teams\/([^/]+)\/messages_[^/]*\.json$/);
    yield* this.#messages(/(?:^|\/)users\/([^/]+)\/messages_[^/]*\.json$/);
    for (const [id, members] of this.#directs) yield { kind: 'direct', id, members: [...members] };
  }

  async *#all(
    pattern: RegExp,
  ): AsyncGenerator<{ row?: Row; fault?: string; place: string; match: RegExpExecArray }> {
    for (const path of this.#paths) {
      const match = pattern.exec(path);
      if (!match) continue;
      for (const key of [undefined, 'value']) {
        try {
          const chunks = (await this.#input.open(path)) as AsyncIterable<Buffer>;
          for await (const some of jsonElements(chunks, { key }))
            for (const one of some) {
              const place = `${path} #${one.index + 1}`;
              yield 'fault' in one
                ? { fault: one.fault, place, match }
                : { row: new Row(one.value), place, match };
            }
          break;
        } catch (error) {
          // A list may be the whole file, or the value of a Graph response.
          if (key === 'value') yield { fault: (error as Error).message, place: path, match };
        }
      }
    }
  }

  async *#channels(): AsyncGenerator<SourceRecord> {
    const teams = new Map<
      string,
      { name: string; isPrivate: boolean; isArchived: boolean; description: string }
    >();
    for await (const { row } of this.#all(/(?:^|\/)teams\/teamsList\.json$/))
      if (row)
        teams.set(row.text('groupsid') || row.text('id'), {
          name: row.text('name') || row.text('displayname'),
          isPrivate: true,
          isArchived: false,
          description: '',
        });
    for await (const { row } of this.#all(/(?:^|\/)teams\/teamsSettings\.json$/))
      if (row)
        teams.set(row.text('id'), {
          name: row.text('displayname') || (teams.get(row.text('id'))?.name ?? ''),
          isPrivate: !/public/i.test(row.text('visibility')),
          isArchived: row.is('isarchived'),
          description: row.text('description'),
        });
    const members = new Map<string, string[]>();
    for await (const { row, match } of this.#all(/(?:^|\/)teams\/([^/]+)\/teamMembers_[^/]*\.json$/)) {
      const id = row?.text('userid') || row?.text('id');
      if (id) members.set(match[1] ?? '', [...(members.get(match[1] ?? '') ?? []), id]);
    }
    for (const [id, people] of members)
      yield { kind: 'group', id, name: teams.get(id)?.name || id, members: [...new Set(people)] };
    for await (const { row, fault, place, match } of this.#all(
      /(?:^|\/)teams\/([^/]+)\/channels_[^/]*\.json$/,
    )) {
      const teamId = match[1] ?? '';
      const team = teams.get(teamId);
      if (!row) yield problem(place, fault ?? '');
      else if (/private|shared/i.test(row.text('membershiptype')))
        yield problem(place, 'Who is in a private or shared channel is not in the export.');
      else {
        const own = row.text('displayname');
        const teamName = team?.name || teamId;
        yield {
          kind: 'channel',
          id: row.text('id'),
          name: own === 'General' || own === '' ? teamName : `${teamName} / ${own}`,
          description: row.text('description') || (team?.description ?? ''),
          isPrivate: team?.isPrivate ?? true,
          isArchived: team?.isArchived === true,
          createdAt: row.time('createddatetime'),
          members: members.get(teamId) ?? [],
        };
      }
    }
  }

  async *#messages(pattern: RegExp): AsyncGenerator<SourceRecord> {
    for await (const { row, fault, place, match } of this.#all(pattern)) {
      if (row) yield* readItem(place, () => this.#message(row, match[1] ?? '', place));
      else yield problem(place, fault ?? '');
      await this.#scratch.count();
    }
  }

  *#message(row: Row, owner: string, place: string): Generator<SourceRecord> {
    const channelId = row.row('channelidentity').text('channelid');
    const chatId = row.text('chatid');
    const where = channelId || chatId;
    const id = `${where}:${row.text('id')}`;
    if (where === '' || row.text('id') === '') {
      yield problem(place, 'The message has no ID, no channel and no chat.');
      return;
    }
    if (channelId === '') {
      const members = this.#directs.get(chatId) ?? new Set(membersIn(chatId));
      this.#directs.set(chatId, members.add(owner));
      if (!this.#seen.addOnce(id)) return;
    }
    const record = messageRecord(
      row,
      id,
      channelId === '' ? { direct: chatId } : { channel: channelId },
      place,
    );
    if (record.kind === 'message' && channelId === '') this.#directs.get(chatId)?.add(record.sender);
    yield record;
  }
}

/** `19:<id>_<id>@unq.gbl.spaces` contains both people of a chat. */
function membersIn(chatId: string): string[] {
  const [, first, second] = /^19:([0-9a-f-]{36})_([0-9a-f-]{36})@/.exec(chatId) ?? [];
  return [first, second].filter((one) => one !== undefined);
}

function* person(row: Row, admins: ReadonlySet<string>, place: string): Generator<SourceRecord> {
  const id = row.text('id');
  if (id === '') {
    yield problem(place, 'The account has no ID.');
    return;
  }
  const login = row.text('userprincipalname');
  const role: PersonRole = admins.has(id)
    ? 'owner'
    : login.includes('#EXT#') || /guest/i.test(row.text('usertype'))
      ? 'guest'
      : 'member';
  yield {
    kind: 'person',
    id,
    name: row.text('displayname') || login || id,
    email: row.text('mail') || login || undefined,
    role,
    isActive: true,
  };
}

function messageRecord(
  row: Row,
  id: string,
  place: MessageRecord['place'],
  where: string,
): SourceRecord & { kind: 'message' | 'problem' } {
  const sentAt = row.time('createddatetime');
  const from = row.row('from');
  const user = from.row('user');
  const app = from.row('application');
  const sender = user.text('id') || app.text('id');
  if (row.time('deleteddatetime') !== undefined) return problem(where, 'It was deleted.');
  if (sender === '') return problem(where, 'It has no author: a notice of the product.');
  if (sentAt === undefined) return problem(where, 'It has no time.');
  const text = bodyOf(row);
  if (text.length === 0) return problem(where, 'It has neither a text nor files.');
  const root = row.text('replytoid');
  const placeId = 'channel' in place ? place.channel : place.direct;
  const editedAt = row.time('lastediteddatetime');
  const subject = row.text('subject');
  const thread = {
    id: root === '' ? id : `${placeId}:${root}`,
    isRoot: root === '',
    title: subject || undefined,
  };
  return {
    kind: 'message',
    id,
    place,
    sender,
    senderName: user.text('displayname') || app.text('displayname') || undefined,
    senderIsBot: user.text('id') === '',
    sentAt,
    ...(editedAt === undefined ? {} : { editedAt }),
    text,
    // Every post of a channel begins a thread, with or without replies.
    ...('channel' in place ? { thread } : {}),
    reactions: reactionsOf(row),
  };
}

function bodyOf(row: Row): Text {
  const body = row.row('body');
  const mentions = new Map(row.rows('mentions').map((one) => [one.text('id'), one.row('mentioned')]));
  const made = new TextBuilder();
  if (body.text('contenttype').toLowerCase() === 'text') made.plain(body.text('content'));
  else
    made.text(
      fromHtml(body.text('content'), (name, attributes, inside) => {
        if (name === 'at') {
          return mentionOf(mentions.get(attributes.get('id') ?? ''), inside);
        }
        if (name === 'emoji') return attributes.get('alt') ?? '';
        return name === 'attachment' || name === 'systemeventmessage' ? '' : undefined;
      }),
    );
  // Files are stored in SharePoint; a card has no address.
  for (const one of row.rows('attachments'))
    if (one.text('contenturl') !== '')
      made
        .markdown(made.isEmpty ? '' : '\n')
        .markdown(link(one.text('name') || 'file', one.text('contenturl')));
  return made.isEmpty ? [] : made.done();
}

/** A mention of a person, a whole team, or a channel. */
function mentionOf(mentioned: Row | undefined, label: string): Reference | string {
  const user = mentioned?.row('user').text('id');
  if (user) return { user, label };
  const conversation = mentioned?.row('conversation');
  const id = conversation?.text('id');
  const kind = conversation?.text('conversationidentitytype').toLowerCase();
  if (id && kind === 'team') return { group: id, label };
  return id && kind === 'channel' ? { channel: id, label } : `@${label}`;
}

const reactionNames: Readonly<Record<string, string>> = {
  like: '+1',
  heart: 'heart',
  laugh: 'joy',
  surprised: 'open_mouth',
  sad: 'cry',
  angry: 'angry',
};

function reactionsOf(row: Row): ReactionRecord[] {
  const byName = new Map<string, string[]>();
  for (const one of row.rows('reactions')) {
    const given = one.text('reactiontype');
    const user = one.row('user').row('user').text('id') || one.row('user').text('id');
    const name = reactionNames[given.toLowerCase()] ?? given;
    if (name !== '' && user !== '') byName.set(name, [...(byName.get(name) ?? []), user]);
  }
  return [...byName].map(([emoji, users]) => ({ emoji, users }));
}
