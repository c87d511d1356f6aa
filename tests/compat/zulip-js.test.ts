import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import zulip, { type Calls } from 'zulip-js';
import type { Json, JsonValue } from '../support/client.ts';
import { makePlace, onBothEngines, type Engine } from '../support/engines.ts';
import { createOrganization, app, ownerPassword, ServerProcess } from '../support/process/process.ts';
import { called, Person } from './zulip-js-person.ts';

interface Office {
  url: string;
  ada: Person;
  ben: Person;
  benId: number;
}

const benPassword = 'a password of Ben’s own';

/** A server as someone starts it who follows the README, and two people who sign in with their passwords. */
async function openOffice(t: TestContext, engine: Engine): Promise<Office> {
  const place = await makePlace(engine);
  const where = { dataDir: place.dataDir, databaseUrl: place.databaseUrl };
  const server = await ServerProcess.at(where);
  const people: Person[] = [];
  t.after(async () => {
    for (const person of people) await person.leave();
    await server.stop('SIGTERM');
    await place.remove();
  });
  createOrganization(where);
  await server.start();
  const name = ['--email', 'ben@example.com', '--name', 'Ben Okafor', '--password', benPassword];
  const { user_id: benId } = app<{ user_id: number }>(where, 'user', 'create', ...name);
  const signIn = async (username: string, password: string) => {
    const person = await Person.signIn({ realm: server.url, username, password });
    people.push(person);
    return person;
  };
  const ada = await signIn('ada@example.com', ownerPassword);
  const ben = await signIn('ben@example.com', benPassword);
  return { url: server.url, ada, ben, benId };
}

function success(response: Json): Json {
  assert.equal(response.result, 'success', response.msg);
  return response;
}

const isMessage = (content: string) => (event: JsonValue) =>
  event.type === 'message' && event.message.content === content;

const soup = { type: 'stream', to: 'weaving', subject: 'lunch', content: 'soup' };

onBothEngines('Two users with zulip-js', (engine) => {
  // One office for all of it: to start a server as users do takes longer than what they do with it.
  test('Two users communicate with zulip-js', async (t) => {
    const office = await openOffice(t, engine);
    await t.test('zulip-js signs in with the right password only', () => signInWithPasswords(office));
    await t.test('zulip-js sends and receives channel and direct messages', () => exchangeMessages(office));
    await t.test('zulip-js fetches messages, marks them as read, and lists users and channels', () =>
      readAndMark(office),
    );
    await t.test('zulip-js updates and deletes with parameters in the query', () => changeAndDelete(office));
    await t.test('zulip-js reacts, edits and fetches the edit history', () => reactAndEdit(office));
    await t.test('zulip-js subscribes others and sends typing notifications', () => typeAndInvite(office));
    await t.test('zulip-js returns the errors of refused requests', () => receiveErrors(office));
    await t.test('The tests call every method of zulip-js', callEveryMethod);
  });
});

async function signInWithPasswords({ ada, url }: Office): Promise<void> {
  assert.match(ada.apiKey ?? '', /^[A-Za-z0-9]{32}$/);
  const profile = success(await ada.call('users.me.getProfile'));
  assert.equal(profile.email, 'ada@example.com');
  assert.equal(profile.is_owner, true);

  const mallory = await Person.signIn({ realm: url, username: 'ada@example.com', password: 'a guess' });
  assert.equal(mallory.apiKey, undefined);
  assert.equal((await mallory.call('users.me.getProfile')).code, 'INVALID_API_KEY');
  await mallory.leave();
}

async function exchangeMessages({ ada, ben, benId }: Office): Promise<void> {
  const subscribed = { subscriptions: [{ name: 'weaving', description: 'warp and weft' }] };
  const added = success(await ada.call('users.me.subscriptions.add', subscribed));
  assert.deepEqual(Object.values(added.subscribed as object), [['weaving']]);
  success(await ben.call('users.me.subscriptions.add', subscribed));

  ada.listen();
  ben.listen(['message', 'typing']);
  // The library says nowhere when its queue is there: messages before that are ignored.
  await untilListening(ada, ben);

  const sent = success(await ada.call('messages.send', soup));
  const received = await ben.receives(isMessage('soup'));
  assert.equal(received.message.id, sent.id);
  assert.equal(received.message.display_recipient, 'weaving');
  assert.equal(received.message.subject, 'lunch');
  assert.equal(received.message.sender_email, 'ada@example.com');

  const direct = { type: 'private', to: ['ada@example.com'], content: 'psst' };
  const whisper = success(await ben.call('messages.send', direct));
  const whispered = await ada.receives(isMessage('psst'));
  assert.equal(whispered.message.id, whisper.id);
  assert.equal(whispered.message.type, 'private');
  assert.deepEqual(
    (whispered.message.display_recipient as { email: string }[]).map(({ email }) => email).sort(),
    ['ada@example.com', 'ben@example.com'],
  );
  await ben.receives(isMessage('psst'));

  success(await ada.call('messages.send', { type: 'direct', to: [benId], content: 'by id' }));
  await ben.receives(isMessage('by id'));
  assert.ok(ben.events.every((event) => ['message', 'typing', 'heartbeat'].includes(event.type as string)));
}

async function readAndMark({ ada, ben }: Office): Promise<void> {
  for (const person of [ada, ben])
    success(await person.call('users.me.subscriptions.add', { subscriptions: [{ name: 'dyeing' }] }));
  const { id } = success(await ada.call('messages.send', { ...soup, to: 'dyeing' }));
  success(await ada.call('messages.send', { ...soup, to: 'dyeing', content: 'stew', subject: 'dinner' }));

  const around = { anchor: 'newest', num_before: 10, num_after: 0 };
  const read = async (narrow: unknown) => {
    const { messages } = success(await ben.call('messages.retrieve', { ...around, narrow }));
    return (messages as { content: string }[]).map(({ content }) => content);
  };
  assert.deepEqual(await read([{ operator: 'stream', operand: 'dyeing' }]), ['<p>soup</p>', '<p>stew</p>']);
  assert.deepEqual(
    await read([
      ['stream', 'dyeing'],
      ['topic', 'lunch'],
    ]),
    ['<p>soup</p>'],
  );
  const one = success(await ben.call('messages.getById', { message_id: id }));
  assert.equal(one.raw_content, 'soup');
  assert.deepEqual(one.message.flags, []);
  success(await ben.call('messages.flags.add', { messages: [id], flag: 'read' }));
  assert.deepEqual((await ben.call('messages.getById', { message_id: id })).message.flags, ['read']);
  success(await ben.call('messages.flags.remove', { messages: [id], flag: 'read' }));
  assert.deepEqual((await ben.call('messages.getById', { message_id: id })).message.flags, []);

  const { stream_id } = success(await ben.call('streams.getStreamId', 'dyeing'));
  const { topics } = success(await ben.call('streams.topics.retrieve', { stream_id }));
  assert.deepEqual(
    (topics as { name: string }[]).map(({ name }) => name),
    ['dinner', 'lunch'],
  );
  const { streams } = success(await ben.call('streams.retrieve', { include_subscribed: true }));
  assert.ok((streams as { name: string }[]).some(({ name }) => name === 'dyeing'));
  const { members } = success(await ben.call('users.retrieve', {}));
  assert.ok((members as { full_name: string }[]).some((member) => member.full_name === 'Ben Okafor'));
  assert.equal(success(await ben.call('server.settings', {})).realm_name, 'Weavers');
}

async function changeAndDelete({ ada, ben, benId }: Office): Promise<void> {
  success(await ben.call('users.me.subscriptions.add', { subscriptions: [{ name: 'spinning' }] }));
  const path = `/users/${benId}`;
  success(await ada.call('callEndpoint', path, 'PATCH', { full_name: 'Benjamin Okafor' }));
  assert.equal((await ben.call('users.me.getProfile')).full_name, 'Benjamin Okafor');
  const refused = await ben.call('callEndpoint', path, 'PATCH', { role: 100 });
  assert.equal(refused.result, 'error');

  const subscriptions = JSON.stringify(['spinning']);
  const removed = success(await ben.call('users.me.subscriptions.remove', { subscriptions }));
  assert.deepEqual(removed.removed, ['spinning']);
  const mine = success(await ben.call('streams.subscriptions.retrieve', {}));
  assert.ok((mine.subscriptions as { name: string }[]).every(({ name }) => name !== 'spinning'));

  const { queue_id, last_event_id } = success(
    await ben.call('queues.register', { event_types: ['message'] }),
  );
  success(await ben.call('queues.deregister', { queue_id }));
  const gone = await ben.call('events.retrieve', { queue_id, last_event_id, dont_block: true });
  assert.deepEqual([gone.code, gone.queue_id], ['BAD_EVENT_QUEUE_ID', queue_id]);
}

async function reactAndEdit({ ada, ben }: Office): Promise<void> {
  for (const person of [ada, ben])
    success(await person.call('users.me.subscriptions.add', { subscriptions: [{ name: 'knots' }] }));
  const { id } = success(await ada.call('messages.send', { ...soup, to: 'knots' }));
  const one = { message_id: id };
  const heart = { ...one, emoji_name: 'heart' };
  const reactions = async () =>
    ((await ben.call('messages.getById', one)).message.reactions as { emoji_name: string }[]).map(
      (reaction) => reaction.emoji_name,
    );
  success(await ben.call('reactions.add', heart));
  success(await ben.call('reactions.add', { ...one, emoji_name: 'tada', emoji_code: '1f389' }));
  assert.deepEqual(await reactions(), ['heart', 'tada']);
  success(await ben.call('reactions.remove', heart));
  success(await ben.call('messages.deleteReactionById', { ...one, emoji_name: 'tada' }));
  assert.deepEqual(await reactions(), []);

  success(await ada.call('messages.update', { ...one, content: 'cold *soup*' }));
  const { message_history } = success(await ben.call('messages.getHistoryById', one));
  const contents = (message_history as { content: string }[]).map(({ content }) => content);
  assert.deepEqual(contents, ['soup', 'cold *soup*']);
  for (const given of ['**warm**', { content: '**warm**' }])
    assert.equal(success(await ben.call('messages.render', given)).rendered, '<p><strong>warm</strong></p>');
  success(await ada.call('messages.deleteById', one));
  assert.equal((await ben.call('messages.getById', one)).msg, 'Invalid message(s)');
  const { stream_id } = success(await ada.call('streams.getStreamId', { stream: 'knots' }));
  success(await ada.call('streams.deleteById', { stream_id }));
  assert.deepEqual(success(await ben.call('emojis.retrieve')).emoji, {});
}

async function typeAndInvite({ ada, ben, benId }: Office): Promise<void> {
  for (const op of ['start', 'stop']) {
    success(await ada.call('typing.send', { to: [benId], op }));
    const isTyping = (event: JsonValue) => event.type === 'typing' && event.op === op;
    assert.equal((await ben.receives(isTyping)).sender.email, 'ada@example.com');
  }
  const { user_id: adaId } = success(await ada.call('users.me.getProfile'));
  success(await ben.call('typing.send', { to: [adaId, benId], op: 'start' }));

  assert.deepEqual(success(await ben.call('users.me.alertWords.retrieve')).alert_words, []);
  const cleo = { email: 'cleo@example.com', password: 'a password for Cleo', full_name: 'Cléo Marchand' };
  assert.equal((await ben.call('users.create', cleo)).code, 'UNAUTHORIZED_PRINCIPAL');
  const account = success(await ada.call('accounts.retrieve'));
  assert.equal(account.api_key, ada.apiKey);
}

/** COMPAT(zulip-js): three of its functions call removed operations, and get an error that says so. */
async function callEveryMethod(): Promise<void> {
  const { config: _, ...library } = await zulip({ realm: '', username: '', apiKey: 'none' });
  const all = getFunctions(library, '');
  assert.ok(all.length > 30);
  assert.deepEqual(
    all.filter((name) => !called.has(name)),
    [],
  );
}

const getFunctions = (calls: Calls, before: string): string[] =>
  Object.entries(calls).flatMap(([name, one]) =>
    typeof one === 'function' ? [before + name] : getFunctions(one, `${before}${name}.`),
  );

async function receiveErrors({ ben }: Office): Promise<void> {
  const unknown = await ben.call('messages.send', { ...soup, to: 'nowhere' });
  assert.deepEqual([unknown.result, unknown.code], ['error', 'STREAM_DOES_NOT_EXIST']);
  const missing = await ben.call('messages.send', { type: 'stream', to: 'weaving', subject: 'x' });
  assert.equal(missing.code, 'REQUEST_VARIABLE_MISSING');
  for (const name of ['filters.retrieve', 'users.me.pointer.retrieve', 'users.me.pointer.update'])
    assert.equal((await ben.call(name, 1)).result, 'error', name);
  const nowhere = await ben.call('callEndpoint', '/no/such/thing');
  assert.equal(nowhere.result, 'error');
}

/** Notes to themselves, until each has received one. */
async function untilListening(...people: Person[]): Promise<void> {
  for (const person of people) {
    const { user_id } = await person.call('users.me.getProfile');
    const knock = { type: 'direct', to: [user_id], content: 'is this on?' };
    const received = person.receives(isMessage('is this on?'));
    const responses = received.then(() => true);
    const soon = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 300));
    do await person.call('messages.send', knock);
    while (!(await Promise.race([responses, soon()])));
  }
}
