/** Exports of every product but Slack, of any size, written file by file into a folder. */
import { serialize } from 'bson';
import type { ImportProduct } from '../../wire/imports.ts';
import {
  byPlace,
  channels,
  chatPeople,
  firstTime,
  inChannels,
  inChats,
  people,
  type SampleMessage,
} from './messages.ts';

export interface ExportedFile {
  path: string;
  parts: Iterable<string | Uint8Array>;
}

type WriteExport = (count: number) => Iterable<ExportedFile>;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const iso = (at: number): string => new Date(at).toISOString();

/** A JSON array, or an object whose last key has it. */
function* list(values: Iterable<unknown>, head = '[', tail = ']'): Generator<string> {
  yield head;
  let isFirst = true;
  for (const value of values) {
    yield `${isFirst ? '' : ',\n'}${JSON.stringify(value)}`;
    isFirst = false;
  }
  yield tail;
}

const json = (path: string, value: unknown): ExportedFile => ({ path, parts: [JSON.stringify(value)] });

function* lines(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield `${JSON.stringify(value)}\n`;
}

function* mapped<T, R>(values: Iterable<T>, change: (value: T) => R): Generator<R> {
  for (const value of values) yield change(value);
}

function* chained<T>(...all: Iterable<T>[]): Generator<T> {
  for (const one of all) yield* one;
}

/** Posts come with their replies, those of all channels one after the other. */
function* mattermost(count: number): Generator<ExportedFile> {
  const user = (n: number) => `u${n}`;
  const teams = [{ name: 'team', channels: numbers(channels).map((n) => ({ name: `c${n}` })) }];
  const said = ({ sender, at, text, reactedBy, isEdited, isStarred }: SampleMessage) => ({
    user: user(sender),
    message: text,
    create_at: at,
    ...(isEdited ? { edit_at: at + 1000 } : {}),
    reactions: reactedBy.map((one) => ({ user: user(one), emoji_name: 'tada', create_at: at })),
    ...(isStarred ? { flagged_by: [user(sender)] } : {}),
  });
  function* posts(messages: Iterable<SampleMessage>, wrap: (post: object, place: number) => object) {
    for (const [place, all] of byPlace(messages)) {
      const replies = Map.groupBy(all, ({ id, thread }) => (thread === id ? undefined : thread));
      for (const one of replies.get(undefined) ?? [])
        yield wrap({ ...said(one), replies: (replies.get(one.id) ?? []).map(said) }, place);
    }
  }
  const head = [
    { type: 'version', version: 1 },
    { type: 'team', team: { name: 'team', display_name: 'Team', type: 'O' } },
    ...numbers(channels).map((n) => ({
      type: 'channel',
      channel: { team: 'team', name: `c${n}`, display_name: `Channel ${n}`, type: 'O' },
    })),
    ...numbers(people).map((n) => ({
      type: 'user',
      user: { username: user(n), email: `p${n}@bench.example`, teams },
    })),
  ];
  const all = chained<unknown>(
    head,
    posts(inChannels(count), (post, place) => ({
      type: 'post',
      post: { team: 'team', channel: `c${place}`, ...post },
    })),
    posts(inChats(count), (post, place) => ({
      type: 'direct_post',
      direct_post: { channel_members: chatPeople(place).map(user), ...post },
    })),
  );
  yield { path: 'import.jsonl', parts: lines(all) };
}

const channelRecipient = (n: number): number => 10_000 + n;
const personRecipient = (n: number): number => 20_000 + n;

function* zulipReactions(messages: Iterable<SampleMessage>): Generator<object> {
  for (const { id, reactedBy } of messages)
    for (const one of reactedBy)
      yield { message: id, user_profile: one, emoji_name: 'tada', emoji_code: '1f389' };
}

const zulipTables = (count: number): Record<string, Iterable<object>> => ({
  zerver_realm: [{ id: 1, string_id: 'bench' }],
  zerver_userprofile: numbers(people).map((n) => ({
    id: n,
    full_name: `Person ${n}`,
    delivery_email: `p${n}@bench.example`,
    role: 400,
    is_active: true,
    is_bot: false,
  })),
  zerver_stream: numbers(channels).map((n) => ({
    id: n,
    name: `channel ${n}`,
    invite_only: false,
    history_public_to_subscribers: true,
  })),
  zerver_recipient: [
    ...numbers(channels).map((n) => ({ id: channelRecipient(n), type: 2, type_id: n })),
    ...numbers(people).map((n) => ({ id: personRecipient(n), type: 1, type_id: n })),
  ],
  zerver_subscription: numbers(channels).flatMap((n) =>
    numbers(people / 10).map((one) => ({
      recipient: channelRecipient(n),
      user_profile: one * 10,
      active: true,
    })),
  ),
  zerver_reaction: zulipReactions(chained(inChannels(count), inChats(count))),
});

function* zulipRealm(count: number): Generator<string> {
  for (const [i, [name, rows]] of Object.entries(zulipTables(count)).entries())
    yield* list(rows, `${i === 0 ? '{' : ','}"${name}":[`, ']');
  yield '}';
}

interface AddressedMessage {
  message: SampleMessage;
  recipient: number;
}

const zulipFile = (number: number, messages: readonly AddressedMessage[]): ExportedFile =>
  json(`messages-${String(number).padStart(6, '0')}.json`, {
    zerver_message: messages.map(({ message, recipient }) => ({
      id: message.id,
      sender: message.sender,
      recipient,
      content: message.text,
      subject: message.thread === undefined ? 'main' : `thread ${message.thread}`,
      date_sent: message.at / 1000,
      last_edit_time: message.isEdited ? message.at / 1000 + 1 : null,
    })),
    zerver_usermessage: messages.map(({ message }) => ({
      message: message.id,
      user_profile: message.sender,
      flags_mask: message.isStarred ? 3 : 1,
    })),
  });

/** A thousand messages in a file; all reactions and subscriptions are in one. */
function* zulip(count: number): Generator<ExportedFile> {
  yield { path: 'realm.json', parts: zulipRealm(count) };
  const all = chained(
    mapped(inChannels(count), (message) => ({ message, recipient: channelRecipient(message.place) })),
    mapped(inChats(count), (message) => ({
      message,
      recipient: personRecipient(chatPeople(message.place)[0]),
    })),
  );
  let some: AddressedMessage[] = [];
  let files = 0;
  for (const next of all) {
    some.push(next);
    if (some.length < 1000) continue;
    yield zulipFile(++files, some);
    some = [];
  }
  yield zulipFile(files + 1, some);
}

function* rocketchat(count: number): Generator<ExportedFile> {
  function* documents(values: Iterable<object>): Generator<Uint8Array> {
    for (const value of values) yield serialize(value);
  }
  const user = (n: number) => ({ _id: `u${n}`, username: `u${n}` });
  const collection = (name: string, values: Iterable<object>): ExportedFile => ({
    path: `rocketchat/${name}.bson`,
    parts: documents(values),
  });
  const room = (one: SampleMessage, kind: string) => message(one, `${kind}${one.place}`);
  const message = (one: SampleMessage, rid: string) => ({
    _id: `m${one.id}`,
    rid,
    u: user(one.sender),
    msg: one.text,
    ts: new Date(one.at),
    ...(one.thread === undefined ? {} : one.thread === one.id ? { tcount: 4 } : { tmid: `m${one.thread}` }),
    ...(one.isEdited ? { editedAt: new Date(one.at + 1000) } : {}),
    ...(one.isStarred ? { starred: [{ _id: `u${one.sender}` }] } : {}),
    reactions: { ':tada:': { usernames: one.reactedBy.map((n) => `u${n}`) } },
  });
  yield collection(
    'users',
    numbers(people).map((n) => ({ ...user(n), type: 'user', roles: ['user'], active: true })),
  );
  yield collection(
    'rocketchat_room',
    chained<object>(
      numbers(channels).map((n) => ({ _id: `c${n}`, t: 'c', name: `channel-${n}` })),
      numbers(500).map((n) => ({ _id: `d${n}`, t: 'd', uids: chatPeople(n).map((one) => `u${one}`) })),
    ),
  );
  yield collection(
    'rocketchat_message',
    chained(
      mapped(inChannels(count), (one) => room(one, 'c')),
      mapped(inChats(count), (one) => room(one, 'd')),
    ),
  );
}

function* discord(count: number): Generator<ExportedFile> {
  const person = (n: number) => ({ id: `1${n}`, name: `person${n}`, isBot: false });
  const message = (one: SampleMessage) => ({
    id: String(one.id),
    type: one.thread === undefined ? 'Default' : 'Reply',
    timestamp: iso(one.at),
    content: one.text,
    author: person(one.sender),
    ...(one.isEdited ? { timestampEdited: iso(one.at + 1000) } : {}),
    ...(one.thread === undefined ? {} : { reference: { messageId: String(one.thread) } }),
    reactions:
      one.reactedBy.length === 0
        ? []
        : [{ emoji: { id: null, name: '🎉', code: 'tada' }, users: one.reactedBy.map(person) }],
  });
  const head = (id: string, type: string) =>
    `{"guild":{"id":"1","name":"Guild"},"channel":{"id":"${id}","type":"${type}","name":"c${id}"},"messages":[`;
  for (const [place, messages] of byPlace(inChannels(count)))
    yield {
      path: `c${place}.json`,
      parts: list(mapped(messages, message), head(`2${place}`, 'GuildTextChat'), ']}'),
    };
  for (const [place, messages] of byPlace(inChats(count)))
    yield {
      path: `d${place}.json`,
      parts: list(mapped(messages, message), head(`3${place}`, 'DirectTextChat'), ']}'),
    };
}

function* matrix(count: number): Generator<ExportedFile> {
  const sender = (n: number) => `@p${n}:bench.example`;
  function* events(messages: Iterable<SampleMessage>, room: string) {
    for (const { id, at, text, thread, reactedBy, isEdited, ...one } of messages) {
      const common = { origin_server_ts: at, room_id: room };
      const relation =
        thread === undefined || thread === id
          ? {}
          : { 'm.relates_to': { rel_type: 'm.thread', event_id: `$event-${thread}` } };
      const content = { msgtype: 'm.text', body: text, ...relation };
      const own = { type: 'm.room.message', sender: sender(one.sender) };
      yield { ...common, ...own, event_id: `$event-${id}`, content };
      const replaced = { rel_type: 'm.replace', event_id: `$event-${id}` };
      if (isEdited)
        yield {
          ...common,
          ...own,
          event_id: `$edit-${id}`,
          content: { body: `* ${text}!`, 'm.new_content': { body: `${text}!` }, 'm.relates_to': replaced },
        };
      for (const reactor of reactedBy)
        yield {
          ...common,
          event_id: `$reaction-${id}-${reactor}`,
          type: 'm.reaction',
          sender: sender(reactor),
          content: { 'm.relates_to': { rel_type: 'm.annotation', event_id: `$event-${id}`, key: '🎉' } },
        };
    }
  }
  const all = chained(byPlace(inChannels(count)), mapped(byPlace(inChats(count)), chatRoom));
  for (const [place, messages] of all)
    yield {
      path: `room-${place}/export.json`,
      parts: list(events(messages, `!r${place}:x`), `{"room_name":"Room ${place}","messages":[`, ']}'),
    };
}

/** Element exports rooms only: conversations are rooms too. */
const chatRoom = ([place, messages]: [number, SampleMessage[]]): [number, SampleMessage[]] => [
  channels + place,
  messages,
];

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function* teams(count: number): Generator<ExportedFile> {
  const user = (n: number) => ({ Id: uuid(n), DisplayName: `Person ${n}` });
  const message = (one: SampleMessage) => ({
    Id: String(firstTime + one.id),
    CreatedDateTime: iso(one.at),
    From: { User: user(one.sender) },
    Body: { ContentType: 'html', Content: `<p>${one.text.replace(/[<>&]/g, ' ')}</p>` },
    ...(one.isEdited ? { LastEditedDateTime: iso(one.at + 1000) } : {}),
    Reactions: one.reactedBy.map((n) => ({ ReactionType: 'like', User: { User: user(n) } })),
  });
  yield json(
    'users/usersList.json',
    numbers(people).map((n) => ({ ...user(n), Mail: `p${n}@bench.example` })),
  );
  yield json('teams/teamsList.json', [{ GroupsId: 'team', Name: 'Team' }]);
  yield json(
    'teams/team/channels_team.json',
    numbers(channels).map((n) => ({ Id: `19:c${n}`, DisplayName: `Channel ${n}` })),
  );
  yield json(
    'teams/team/teamMembers_team.json',
    numbers(people).map((n) => ({ UserId: uuid(n) })),
  );
  const inChannel = (one: SampleMessage) => ({
    ...message(one),
    ChannelIdentity: { TeamId: 'team', ChannelId: `19:c${one.place}` },
    ...(one.thread === undefined || one.thread === one.id
      ? {}
      : { ReplyToId: String(firstTime + one.thread) }),
  });
  yield { path: 'teams/team/messages_team.json', parts: list(mapped(inChannels(count), inChannel)) };
  for (const [place, messages] of byPlace(inChats(count))) {
    const [a, b] = chatPeople(place);
    const ChatId = `19:${uuid(a)}_${uuid(b)}@unq.gbl.spaces`;
    // The same messages stand under each member.
    for (const id of [uuid(a), uuid(b)])
      yield {
        path: `users/${id}/messages_${id}.json`,
        parts: list(mapped(messages, (one) => ({ ...message(one), ChatId }))),
      };
  }
}

function* csv(count: number): Generator<ExportedFile> {
  const cell = (text: string | number): string => `"${String(text).replaceAll('"', '""')}"`;
  const row = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\n`;
  yield {
    path: 'people.csv',
    parts: [
      'id,name,email\n',
      ...numbers(people).map((n) => row([`p${n}`, `Person ${n}`, `p${n}@bench.example`])),
    ],
  };
  // Channels that no list has are private to those who wrote there, who would be tens of thousands of members.
  yield {
    path: 'channels.csv',
    parts: ['id,private\n', ...numbers(channels).map((n) => row([`channel-${n}`, 'no']))],
  };
  const message = (one: SampleMessage, channel: string, conversation: string) =>
    row([
      `m${one.id}`,
      channel,
      conversation,
      `p${one.sender}`,
      iso(one.at),
      one.text,
      one.thread === undefined ? '' : `m${one.thread}`,
      one.isStarred ? `p${one.sender}` : '',
    ]);
  yield {
    path: 'messages.csv',
    parts: chained(
      ['id,channel,conversation,sender,time,text,thread,starred_by\n'],
      mapped(inChannels(count), (one) => message(one, `channel-${one.place}`, '')),
      mapped(inChats(count), (one) =>
        message(
          one,
          '',
          chatPeople(one.place)
            .map((n) => `p${n}`)
            .join(' '),
        ),
      ),
    ),
  };
}

export const writers: Readonly<Record<Exclude<ImportProduct, 'slack'>, WriteExport>> = {
  mattermost,
  zulip,
  rocketchat,
  discord,
  matrix,
  teams,
  csv,
};
