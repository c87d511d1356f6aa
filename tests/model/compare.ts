/** Compares responses and events of each person with the model. */
import assert from 'node:assert/strict';
import type { FoundMessage, Message as WireMessage } from '../../wire/messages.ts';
import type { UnreadMessages } from '../../wire/message-flags.ts';
import { toRecord } from '../../server/src/lib/objects.ts';
import { systemBotEmail } from '../../server/src/core/users/system-bots.ts';
import { applyEvent, registered, stateFromRegister, type State } from '../../web/src/store/index.ts';
import { readEvents, watch, type Watch } from '../laws/law.ts';
import type { Client, Reply } from '../support/client.ts';
import { names, type Name, type World } from '../support/world.ts';
import { isVisible, canRead, canAccess, type Author, type Model } from './model.ts';
import { getNarrow, searches } from './searches.ts';
import {
  getFlags,
  found,
  channelNarrow,
  conversationNarrow,
  narrows,
  getTopics,
  getUnreads,
  type Ids,
  type Reader,
} from './reader.ts';
import { searchIndexer } from '../../server/src/core/messages/index-worker.ts';

type Narrow = (typeof narrows)[number];

const searchTurns = 3;

/** Someone's client, which registered once and has only had events since. */
interface Listener {
  watch: Watch;
  state: State;
}

export class Comparison {
  readonly #world: World;
  readonly #model: Model;
  readonly #ids: Ids;
  readonly #listeners = new Map<Name, Listener>();
  #count = 0;

  private constructor(world: World, model: Model, ids: Ids) {
    this.#world = world;
    this.#model = model;
    this.#ids = ids;
  }

  static async begin(world: World, model: Model): Promise<Comparison> {
    const { id: bot } = await world.app.db.read.q
      .selectFrom('person')
      .select('id')
      .where('email', '=', systemBotEmail('notification-bot'))
      .executeTakeFirstOrThrow();
    const people = { ...toRecord(names, (name) => world.people[name].id), bot };
    const ids = { people, channels: world.channels };
    const comparison = new Comparison(world, model, ids);
    for (const who of names) comparison.#listeners.set(who, await listener(world.as(who)));
    return comparison;
  }

  /** @throws AssertionError naming the person and what differs for them. */
  async compare(): Promise<void> {
    this.#count++;
    if (this.#count % 2 === 0) await searchIndexer(this.#world.app).catchUp();
    for (const who of names) {
      const reader = { model: this.#model, ids: this.#ids, who };
      try {
        await this.#compareFor(reader);
      } catch (error) {
        throw new Error(`${who}: ${String(error)}`, { cause: error });
      }
    }
  }

  async #compareFor(reader: Reader): Promise<void> {
    const client = this.#world.as(reader.who);
    await this.#compareState(reader, client);
    await compareFeed(reader, client);
    for (const narrow of narrows) await compareNarrow(reader, client, narrow);
    for (const channel of Object.values(reader.model.channels)) {
      if (canAccess(channel, reader.who)) await compareNarrow(reader, client, channelNarrow(channel));
      if (canRead(channel, reader.who)) await compareTopics(reader, client, channel.name);
    }
    for (const people of getConversations(reader))
      await compareNarrow(reader, client, conversationNarrow(reader.ids, people));
    for (const search of searches) if (this.#isDue(search)) await compareSearch(reader, client, search);
  }

  /** Some of the searches each time: before and after the words of all messages are in the index. */
  #isDue(search: (typeof searches)[number]): boolean {
    return searches.indexOf(search) % searchTurns === this.#count % searchTurns;
  }

  /** State from events, state of a new registration, and the model. */
  async #compareState(reader: Reader, client: Client): Promise<void> {
    const { who } = reader;
    const known = this.#listeners.get(who);
    const events = known ? await readEvents(known.watch) : null;
    const fresh = await listener(client);
    const unread = fresh.watch.response.unread_msgs;
    assert.deepEqual(unread && sorted(unread), getUnreads(reader), 'unread_msgs of /register');
    const starred = found(reader, starredOnes).map(({ id }) => id);
    assert.deepEqual(fresh.watch.response.starred_messages, starred, 'starred_messages of /register');
    if (!known || !events) {
      // A change of what one may see has ended the queue.
      this.#listeners.set(who, fresh);
      return;
    }
    for (const event of events) applyEvent(known.state, event);
    known.watch.response.last_event_id = events.at(-1)?.id ?? known.watch.response.last_event_id;
    assert.deepEqual(kept(known.state), kept(fresh.state), 'the state that events lead to');
    compareMentions(reader, known.state);
    compareReceived(reader, known.state);
  }
}

async function listener(client: Client): Promise<Listener> {
  const registration = await watch(client);
  return { watch: registration, state: stateFromRegister(registration.response) };
}

/**
 * A client's newest id does not go down when messages become invisible, and need not. Mentions of everyone count where
 * nothing is muted, which a client with mention events cannot distinguish from others later; those by name are compared.
 */
function kept(state: State) {
  const { unreads, ...rest } = registered(state);
  return { ...rest, maxMessageId: 0, unreads: { ...unreads, mentions: [] } };
}

const starredOnes: Narrow = narrows.find(({ terms }) => terms[0]?.operand === 'starred') ?? {
  terms: [],
  reach: 'visible',
  holds: () => false,
};

const sorted = (unread: UnreadMessages): UnreadMessages => ({
  ...unread,
  streams: unread.streams.toSorted((a, b) => a.stream_id - b.stream_id || (a.topic < b.topic ? -1 : 1)),
  huddles: unread.huddles.toSorted((a, b) => (a.user_ids_string < b.user_ids_string ? -1 : 1)),
});

function compareMentions({ model, who }: Reader, { unreads }: State): void {
  const byName = (id: number) => model.messages.get(id)?.mentioned.has(who) === true;
  const expected = [...unreads.places.keys()].filter(byName).sort((a, b) => a - b);
  const received = [...unreads.mentions].filter(byName).sort((a, b) => a - b);
  assert.deepEqual(received, expected, 'unread mentions by name that events lead to');
}

/** Messages as the events left them; a person's own actions on messages of others emit no event. */
function compareReceived({ model, ids, who }: Reader, state: State): void {
  for (const [id, received] of state.messages) {
    const message = model.messages.get(id);
    if (message ? !isVisible(message, who) : model.removed.get(id)?.has(who) === false) continue;
    assert.ok(message, `message ${id} is gone, but nobody said so`);
    const isNotified = (flag: string) => flag === 'starred' || flag === 'mentioned';
    assert.deepEqual(
      {
        id,
        place: received.type === 'stream' ? received.stream_id : 'direct',
        topic: received.subject,
        flags: received.flags.filter(isNotified).sort(),
      },
      {
        id,
        place: message.channel ? ids.channels[message.channel.name] : 'direct',
        topic: message.topic,
        flags: getFlags(message, who).filter(isNotified).sort(),
      },
      'a message as events left it',
    );
  }
}

const ask = (client: Client, terms: readonly unknown[], isRendered = false): Promise<Reply> =>
  client.get('/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 1000,
    narrow: terms,
    apply_markdown: isRendered,
    allow_empty_topic_name: true,
    client_gravatar: false,
  });

async function readMessages(client: Client, terms: readonly unknown[]): Promise<WireMessage[]> {
  const { status, json } = await ask(client, terms);
  assert.equal(status, 200, `${JSON.stringify(terms)}: ${json.msg}`);
  return json.messages as WireMessage[];
}

async function compareFeed(reader: Reader, client: Client): Promise<void> {
  const { ids, who } = reader;
  const all = [{ operator: 'channels', operand: 'public' }];
  for (const [terms, expected] of [
    [[], found(reader, { terms: [], reach: 'received', holds: () => true })],
    [
      all,
      found(reader, { terms: all, reach: 'visible', holds: ({ channel }) => channel?.isPrivate === false }),
    ],
  ] as const)
    assert.deepEqual(
      (await readMessages(client, terms)).map((one) => ({
        id: one.id,
        sender: one.sender_id,
        place: one.type === 'stream' ? one.stream_id : 'direct',
        topic: one.subject,
        content: one.content,
        flags: one.flags,
      })),
      expected.map((message) => ({
        id: message.id,
        sender: ids.people[message.sender],
        place: message.channel ? ids.channels[message.channel.name] : 'direct',
        topic: message.topic,
        content: message.content,
        flags: getFlags(message, who),
      })),
      `messages of ${JSON.stringify(terms)}`,
    );
}

async function compareNarrow(reader: Reader, client: Client, narrow: Narrow): Promise<void> {
  const shown = (await readMessages(client, narrow.terms)).map(({ id }) => id);
  const expected = found(reader, narrow).map(({ id }) => id);
  assert.deepEqual(shown, expected, `ids of ${JSON.stringify(narrow.terms)}`);
}

/** What was found is shown as it is, with nothing but marks added. */
async function compareSearch(
  reader: Reader,
  client: Client,
  search: (typeof searches)[number],
): Promise<void> {
  const narrow = getNarrow(search);
  await compareNarrow(reader, client, narrow);
  const { json } = await ask(client, narrow.terms, true);
  for (const { content, match_content, subject, match_subject } of json.messages as FoundMessage[]) {
    assert.equal(withoutMarks(match_content), content, 'match_content');
    assert.equal(withoutMarks(match_subject), subject, 'match_subject');
    assert.match(`${String(match_content)}${String(match_subject)}`, /<span class="highlight">/);
  }
}

const withoutMarks = (html = ''): string => html.replaceAll(/<span class="highlight">(.*?)<\/span>/gs, '$1');

async function compareTopics(reader: Reader, client: Client, name: keyof Model['channels']): Promise<void> {
  const { status, json } = await client.get(`/users/me/${reader.ids.channels[name]}/topics`, {
    allow_empty_topic_name: true,
  });
  assert.equal(status, 200, json.msg);
  assert.deepEqual(json.topics, getTopics(reader, reader.model.channels[name]), `topics of ${name}`);
}

/** The people of each direct conversation that someone is in. */
function getConversations({ model, who }: Reader): Author[][] {
  const found = new Map<string, Author[]>();
  for (const { people } of model.messages.values())
    if (people.includes(who)) found.set([...people].sort().join(), [...people]);
  return [...found.values()];
}
