/** COMPAT(zulip-flutter): everything the mobile app receives during the stories of the laws, parsed as strictly as it does. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { stories } from '../laws/stories/index.ts';
import { addPerson } from '../support/change.ts';
import type { Client, Json } from '../support/client.ts';
import { onBothEngines, type Engine } from '../support/engines.ts';
import { makeWorld, type World } from '../support/world.ts';
import { appEvents, kindOfEvent } from './app-events.ts';
import { messages, presenceResponse, registration, serverSettings } from './app-shapes.ts';

const agent = { headers: { 'user-agent': 'ZulipFlutter/30.0.274+274 (Android 14)' } };

const asked = {
  idle_queue_timeout: 'mobile',
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    individual_emoji_changes: true,
  },
};

/** One phone: it registers, receives events, and registers again when its queue is gone. */
class Phone {
  readonly #client: () => Client;
  readonly #kinds: Set<string>;
  readonly #problems: Set<string>;
  #queue = '';
  #last = -1;

  /** @param client Asked for each time, since a server that is started again listens elsewhere and keys are replaced. */
  constructor(client: () => Client, kinds: Set<string>, problems: Set<string>) {
    this.#client = client;
    this.#kinds = kinds;
    this.#problems = problems;
  }

  async register(): Promise<void> {
    const { status, json } = await this.#client().post('/register', asked, agent);
    if (json.code === 'USER_DEACTIVATED') return;
    assert.equal(status, 200, json.msg);
    this.#note(registration(json, 'register'));
    this.#queue = json.queue_id as string;
    this.#last = json.last_event_id as number;
  }

  async poll(): Promise<void> {
    const query = { queue_id: this.#queue, last_event_id: this.#last, dont_block: true };
    const { status, json } = await this.#client().get('/events', query, agent);
    if (json.code === 'BAD_EVENT_QUEUE_ID') return this.register();
    if (json.code === 'USER_DEACTIVATED') return;
    assert.equal(status, 200, json.msg);
    for (const event of json.events as (Json & { id: number })[]) {
      this.#last = event.id;
      const kind = kindOfEvent(event);
      this.#kinds.add(kind);
      this.#note(appEvents[kind]?.(event, kind) ?? []);
    }
  }

  async fetchMessages(): Promise<void> {
    const range = { anchor: 'newest', num_before: 100, num_after: 0, allow_empty_topic_name: true };
    const { json } = await this.#client().get('/messages', range, agent);
    if (json.code === 'USER_DEACTIVATED') return;
    this.#note(messages(json, 'messages'));
    const ping = { status: 'active', new_user_input: true, slim_presence: true, ping_only: false };
    const response = await this.#client().post('/users/me/presence', ping, agent);
    this.#note(presenceResponse(response.json, 'presence'));
  }

  #note(problems: readonly string[]): void {
    for (const problem of problems) this.#problems.add(problem);
  }
}

async function addPhones(world: World, kinds: Set<string>, problems: Set<string>): Promise<Phone[]> {
  const otto = await addPerson(world, 'otto');
  const phones = (['ada', 'dan', 'gus', otto] as const).map(
    (who) => new Phone(() => world.as(who), kinds, problems),
  );
  for (const phone of phones) await phone.register();
  return phones;
}

const kinds = new Set<string>();
let completed = 0;

/** Every other story on each: the laws compare both databases for all of them. */
const storiesOn = (engine: Engine) =>
  Object.entries(stories).filter((_, index) => (index % 2 === 0) === (engine === 'sqlite'));

onBothEngines('The mobile app', (engine) => {
  for (const [title, acts] of storiesOn(engine))
    test(`The mobile app can decode the events about ${title}`, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      const problems = new Set<string>();
      const phones = await addPhones(world, kinds, problems);
      for (const { prepare, act } of acts) {
        await prepare?.(world);
        await act(world);
        for (const phone of phones) await phone.poll();
      }
      for (const phone of phones) {
        await phone.register();
        await phone.fetchMessages();
      }
      assert.deepEqual([...problems], []);
      completed++;
    });

  test('The mobile app’s decoder refuses data with a missing field', () => {
    for (const [kind, shape] of Object.entries(appEvents))
      assert.equal(shape({}, kind).length > 0, kind !== 'heartbeat', kind);
    assert.ok(registration({}, 'register').includes('register.realm_name is no text: undefined'));
  });

  test('The mobile app can decode the server settings before the sign-in', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { status, json } = await world.anonymous.get('/server_settings', {}, agent);
    assert.equal(status, 200);
    assert.deepEqual(serverSettings(json, 'server_settings'), []);
  });
});

after(() => {
  if (completed < Object.keys(stories).length) return;
  const unseen = Object.keys(appEvents).filter((kind) => !kinds.has(kind));
  assert.deepEqual(unseen.sort(), ['device/update', 'heartbeat']);
});
