/**
 * The law of lost rights: what people may no longer see when their clients poll is not in the events that have waited for them. It
 * goes through all stories, and so through all types of events, and through the ways in which people lose rights.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { roles } from '../../wire/core.ts';
import { eventSchemas } from '../../wire/nouns.ts';
import { registration } from '../../web/src/store/index.ts';
import type { Channel } from '../../server/src/core/organization/index.ts';
import { addChannel, addGroup, addMembers, addPerson, groupId } from '../support/change.ts';
import { setChannel, setOrganization } from '../support/change.ts';
import type { Account, JsonValue, Params } from '../support/client.ts';
import { onBothEngines } from '../support/engines.ts';
import { makeWorld, names, type Name, type World } from '../support/world.ts';
import { type Act, done } from './stories/act.ts';
import { stories } from './stories/index.ts';

/** Beside the cast, and only there to lose something. Gil and Guy are guests; Guy is in no channel. */
const added = ['pia', 'pru', 'mia', 'rex', 'gil', 'guy'] as const;
type Person = Name | (typeof added)[number];
const people: readonly Person[] = [...names, ...added];

interface Scene {
  world: World;
  accounts: Record<Person, Account>;
  /** The group that may join #design. */
  readers: number;
  /** A private channel that only Ada is in. */
  attic: number;
}

interface Way {
  lose: (scene: Scene) => Promise<unknown>;
  losers: readonly Person[];
  /** People who never had the right: what has reached them is no secret. */
  others: readonly Person[];
  /** Whether types of events that reached none of these others are a secret, words or not. */
  hasOwnTypes?: true;
  /** Types of events about what the losers may still see, even where it has changed since and nobody can look it up. */
  kept?: readonly string[];
}

/** What no other law is about: the web client does not ask for it. */
const defaultGroups: readonly Pick<Act, 'prepare' | 'act'>[] = [
  {
    act: (world) =>
      done(
        world.as('ada').post('/default_stream_groups/create', {
          group_name: 'makers',
          description: 'All',
          stream_names: ['lounge'],
        }),
      ),
  },
];
const subjects = { ...stories, 'default channel groups': defaultGroups };

/** In this order, since nothing is given back. */
const ways: Readonly<Record<string, Way>> = {
  'an administrator becomes a member': {
    lose: ({ world, accounts: { ben } }) =>
      done(world.as('ada').patch(`/users/${ben.id}`, { role: roles.member })),
    losers: ['ben'],
    others: ['cleo', 'dan', 'eve', 'rex', 'pia', 'mia', 'guy'],
    hasOwnTypes: true,
  },
  'a member leaves a group that may join a private channel': {
    lose: ({ world, accounts: { pia }, readers }) =>
      done(world.as('ada').post(`/user_groups/${readers}/members`, { delete: [pia.id] })),
    losers: ['pia'],
    others: ['pru', 'mia', 'guy'],
  },
  'members are removed from private channels': {
    lose: (scene) => leave(scene, ['cleo', 'dan', 'rex'], ({ isPrivate }) => isPrivate),
    losers: ['cleo', 'dan', 'rex'],
    others: ['pru', 'mia', 'guy'],
  },
  'a guest is removed from all channels': {
    lose: (scene) => leave(scene, ['gus']),
    losers: ['gus'],
    others: ['guy'],
  },
  'channels become private': {
    lose: async (scene) => {
      await leave(scene, ['eve', 'pru']);
      for (const { id } of await channelsInUse(scene))
        await done(scene.world.as('ada').patch(`/streams/${id}`, closed));
    },
    losers: ['eve', 'pru'],
    others: ['guy'],
    kept: ['realm_user', 'user_status', 'user_topic'],
  },
  'a guest is left alone in a channel': {
    lose: (scene) => leave(scene, ['ben', 'cleo', 'dan', 'rex', 'pia', 'ada']),
    losers: ['gil'],
    others: ['guy'],
    kept: ['reaction', 'delete_message'],
  },
  'messages are moved to a private channel or deleted': {
    lose: moveAndDelete,
    losers: ['mia'],
    others: ['guy'],
    kept: ['realm_user', 'user_status', 'typing', 'delete_message', 'stream', 'subscription'],
  },
};

const closed = { is_private: true, is_web_public: false, is_default_stream: false };

async function channelsInUse({ world, attic }: Scene): Promise<Channel[]> {
  const { channels } = await world.app.organizations.cache(world.orgId);
  return [...channels.values()].filter(({ id, isArchived }) => !isArchived && id !== attic);
}

async function leave(scene: Scene, some: readonly Person[], which = (_: Channel) => true): Promise<void> {
  const { app, orgId } = scene.world;
  const { members, users } = await app.organizations.cache(orgId);
  for (const { name, id, ...channel } of await channelsInUse(scene)) {
    if (!which({ name, id, ...channel })) continue;
    const principals = some
      .map((who) => scene.accounts[who].id)
      .filter((userId) => members.has(id, userId) && users.get(userId)?.isActive);
    if (principals.length > 0)
      await done(
        scene.world.as('ada').delete('/users/me/subscriptions', { subscriptions: [name], principals }),
      );
  }
}

async function moveAndDelete({ world, attic, accounts: { mia } }: Scene): Promise<void> {
  await addMembers(world, world.channels.general, [world.people.ada.id]);
  const { json } = await done(world.as(mia).get('/messages', everything));
  const messages = (json.messages as { id: number; stream_id?: number }[]).filter(
    ({ stream_id }) => stream_id,
  );
  const notices = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
  for (const [at, { id }] of messages.entries())
    await done(
      at % 2 === 0
        ? world.as('ada').delete(`/messages/${id}`)
        : world
            .as('ada')
            .patch(`/messages/${id}`, { stream_id: attic, propagate_mode: 'change_one', ...notices }),
    );
}

async function setUp(world: World): Promise<Scene> {
  const { general, lounge, design, vault } = world.channels;
  const newcomers = {} as Record<(typeof added)[number], Account>;
  for (const name of added)
    newcomers[name] = await addPerson(world, name, {
      role: name === 'gil' || name === 'guy' ? roles.guest : roles.member,
    });
  const { pia, pru, mia, rex, gil } = newcomers;
  const readers = await addGroup(world, 'readers', [pia.id]);
  await setChannel(world, design, { permissions: { can_subscribe_group: readers } });
  await addMembers(world, general, [pia.id, pru.id, mia.id, rex.id, gil.id]);
  await addMembers(world, lounge, [pru.id, gil.id]);
  await addMembers(world, design, [rex.id]);
  await addMembers(world, vault, [rex.id]);
  const attic = await addChannel(world, { name: 'the attic', isPrivate: true });
  await addMembers(world, attic, [world.people.ada.id]);
  await setOrganization(world, { can_access_all_users_group: await groupId(world, 'role:members') });
  return { world, accounts: { ...world.people, ...newcomers }, readers, attic };
}

/** One client of a person, whose poll comes after something was lost, and one that polls before. */
interface Clients {
  before: JsonValue;
  early: Queue;
  late: Queue;
}

interface Queue {
  queue_id: string;
  last_event_id: number;
}

interface Received {
  id: number;
  type: string;
}

/** As the web client does, but for events of all types. */
const asked: Params = { ...registration, event_types: null, fetch_event_types: registration.event_types };

async function register({ world, accounts }: Scene, who: Person): Promise<Clients> {
  const client = world.as(accounts[who]);
  const { json } = await done(client.post('/register', asked));
  const late = await done(client.post('/register', { ...asked, fetch_event_types: [] }));
  return { before: json, early: json as unknown as Queue, late: late.json as unknown as Queue };
}

/** Empty if the queue has ended. */
async function poll({ world, accounts }: Scene, who: Person, { queue_id, last_event_id }: Queue) {
  const query = { queue_id, last_event_id, dont_block: true };
  const { json } = await world.as(accounts[who]).get('/events', query);
  return (json.events ?? []) as Received[];
}

const everything = { anchor: 'newest', num_before: 1000, num_after: 0, allow_empty_topic_name: true };

/** What they find when they ask for everything. */
async function lookAround({ world, accounts }: Scene, who: Person): Promise<JsonValue> {
  const client = world.as(accounts[who]);
  const paths = ['/attachments', '/export/realm', '/invites', '/drafts', '/streams'];
  const found = [
    await client.post('/register', { ...asked, fetch_event_types: null }),
    await client.get('/messages', { ...everything, apply_markdown: false }),
    await client.get('/messages', { ...everything, apply_markdown: true }),
  ];
  for (const path of paths) found.push(await client.get(path));
  return found.map(({ json }) => json as JsonValue);
}

/** The words in the values of a JSON, besides those that say what an event is. */
function wordsIn(value: JsonValue, words = new Set<string>()): Set<string> {
  if (typeof value === 'string')
    for (const [word] of value.matchAll(/\p{L}{3,}/gu)) words.add(word.toLowerCase());
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) wordsIn(one, words);
  return words;
}

/** Those of the format itself: types, names of properties, settings. */
const formatWords = wordsIn([
  JSON.stringify(eventSchemas),
  'strong span class href http https com example invalid deutsch',
]);

/** A world that writes down what its people send: nobody needs to keep that from them. */
function listening(world: World): { world: World; sent: Map<number, JsonValue[]> } {
  const sent = new Map<number, JsonValue[]>();
  const as: World['as'] = (who) => {
    const { id } = typeof who === 'string' ? world.people[who] : who;
    const client = world.as(who);
    const send = client.send.bind(client);
    client.send = async (method, path, init) => {
      const { body } = init ?? {};
      const reply = await send(method, path, init);
      const said = body instanceof URLSearchParams ? [...body.values()] : [];
      sent.set(id, [...(sent.get(id) ?? []), decodeURIComponent(path), ...said, reply.json as JsonValue]);
      return reply;
    };
    return client;
  };
  return { world: Object.create(world, { as: { value: as } }) as World, sent };
}

onBothEngines('Lost rights', (engine) => {
  /** By type: the ways in which people lost a right while such an event waited. */
  const covered = new Map<string, Set<string>>();
  let completed = 0;

  for (const [title, acts] of Object.entries(subjects))
    test(`No event about ${title} that waits reveals what its recipient may no longer see`, async (t) => {
      const alone = await makeWorld(t, engine, { alone: true });
      const scene = await setUp(alone);
      const { world, sent } = listening(alone);
      const clients = new Map<Person, Clients>();
      for (const who of people) clients.set(who, await register(scene, who));
      for (const { prepare, act } of acts) {
        await prepare?.(world);
        await act(world);
      }
      const reached = new Map<Person, Received[]>();
      for (const [who, { early }] of clients) reached.set(who, await poll(scene, who, early));
      const leaks: string[] = [];
      for (const [way, { lose, losers, others, hasOwnTypes, kept = [] }] of Object.entries(ways)) {
        await lose(scene);
        for (const who of losers) {
          for (const { type } of reached.get(who) ?? [])
            covered.set(type, (covered.get(type) ?? new Set()).add(way));
          const { before, late } = clients.get(who)!;
          const waited = new Set((reached.get(who) ?? []).map(({ id }) => id));
          const events = (await poll(scene, who, late)).filter(
            ({ id, type }) => waited.has(id) && !kept.includes(type),
          );
          const toOthers = others.flatMap((other) => reached.get(other) ?? []);
          const open = wordsIn([before, ...toOthers, sent.get(scene.accounts[who].id) ?? []]);
          const isOpen = (word: string) => open.has(word) || formatWords.has(word);
          if (![...wordsIn(events)].every(isOpen)) wordsIn(await lookAround(scene, who), open);
          for (const event of events) {
            const secret = [...wordsIn(event)].filter((word) => !isOpen(word));
            if (hasOwnTypes && !toOthers.some(({ type }) => type === event.type)) secret.push(event.type);
            if (secret.length > 0)
              leaks.push(`${way}: ${who} gets ${secret.join(' ')} of ${JSON.stringify(event)}`);
          }
        }
      }
      assert.deepEqual(leaks, []);
      completed++;
    });

  after(() => {
    if (completed < Object.keys(subjects).length) return;
    // A heartbeat only keeps a connection open.
    const uncovered = Object.keys(eventSchemas).filter((type) => type !== 'heartbeat' && !covered.has(type));
    assert.deepEqual(uncovered, [], 'no act causes events of these types for those who lose a right');
  });
});
