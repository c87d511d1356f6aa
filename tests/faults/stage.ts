/** Ten people of an organization, and the destinations in which they talk, made over HTTP. */
import assert from 'node:assert/strict';
import { Client, type Account, type Params } from '../support/client.ts';
import type { Organization } from '../support/process/process.ts';

export interface Person extends Account {
  name: string;
  isGuest: boolean;
}

/** Somewhere to write to. What is written there may be read by its people, and by nobody else unless it is public. */
export interface Destination {
  name: string;
  /** Parameters of the request that sends. */
  params: Params;
  people: ReadonlySet<number>;
  channelId: number | null;
  isPublic: boolean;
}

export interface Stage {
  people: Person[];
  destinations: Destination[];
}

const names = ['Ada', 'Bo', 'Cy', 'Dee', 'Ed', 'Flo', 'Gil', 'Hal', 'Ida', 'Jo'] as const;
type Name = (typeof names)[number];
const guest: Name = 'Jo';

const channels: Record<string, { members: readonly Name[]; params?: Params }> = {
  general: { members: names },
  lounge: { members: ['Flo', 'Gil'] },
  inner: { members: ['Ada', 'Bo', 'Cy', 'Dee'], params: { invite_only: true } },
  sealed: {
    members: ['Ada', 'Dee', 'Ed'],
    params: { invite_only: true, history_public_to_subscribers: false },
  },
  parlour: { members: ['Bo', 'Jo'], params: { invite_only: true } },
};

const talks: readonly (readonly Name[])[] = [
  ['Bo', 'Cy'],
  ['Ed', 'Jo'],
  ['Flo', 'Gil', 'Hal'],
  ['Ida'],
  ['Ada', 'Ida'],
];

export async function buildStage(url: string, owner: Organization): Promise<Stage> {
  const ada = { id: owner.user_id, email: owner.email, apiKey: owner.api_key, name: 'Ada', isGuest: false };
  const admin = new Client(url, ada);
  const people: Person[] = [ada];
  for (const name of names.slice(1)) people.push(await addPerson(url, admin, name));
  const getId = (name: Name) => people.find((person) => person.name === name)?.id ?? 0;
  const destinations: Destination[] = [];
  for (const [name, { members, params }] of Object.entries(channels))
    destinations.push(await addChannel(admin, name, members.map(getId), params));
  for (const talk of talks) {
    const ids = talk.map(getId);
    const params = { type: 'direct', to: ids };
    const name = `between ${talk.join(', ')}`;
    destinations.push({ name, params, people: new Set(ids), channelId: null, isPublic: false });
  }
  return { people, destinations };
}

async function addPerson(url: string, admin: Client, name: Name): Promise<Person> {
  const email = `${name.toLowerCase()}@example.com`;
  const password = `the secret of ${name}`;
  const { user_id } = await ask(admin.post('/users', { email, password, full_name: `${name} Example` }));
  if (name === guest) await ask(admin.patch(`/users/${String(user_id)}`, { role: 600 }));
  const { api_key } = await ask(new Client(url).post('/fetch_api_key', { username: email, password }));
  return { id: user_id as number, email, apiKey: api_key as string, name, isGuest: name === guest };
}

async function addChannel(admin: Client, name: string, ids: number[], params?: Params): Promise<Destination> {
  await ask(
    admin.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: ids,
      send_new_subscription_messages: false,
      ...params,
    }),
  );
  const { stream_id } = await ask(admin.get('/get_stream_id', { stream: name }));
  return {
    name,
    params: { type: 'channel', to: name, topic: 'faults' },
    people: new Set(ids),
    channelId: stream_id as number,
    isPublic: params === undefined,
  };
}

async function ask(asked: ReturnType<Client['get']>): Promise<Record<string, unknown>> {
  const { status, json } = await asked;
  assert.equal(status, 200, json.msg);
  return json;
}
