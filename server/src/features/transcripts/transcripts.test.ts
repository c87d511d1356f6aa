import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { test, type TestContext } from 'node:test';
import { groupId } from '../../../../tests/support/change.ts';
import { type Engine, onBothEngines } from '../../../../tests/support/engines.ts';
import { refusal } from '../../../../tests/support/fixtures/bots.ts';
import { upload } from '../../../../tests/support/files.ts';
import { localServer } from '../../../../tests/support/services/local-server.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World, type WorldOptions } from '../../../../tests/support/world.ts';

interface Asked {
  path: string;
  authorization: string | undefined;
  form: FormData;
}

/** A service of the test's own, which says what `says` holds, once it is let. */
interface Ear {
  url: string;
  asked: Asked[];
  says: { status: number; body: string; location?: string };
  isHeld: boolean;
  go(): void;
}

async function readForm(request: IncomingMessage): Promise<FormData> {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  await once(request, 'end');
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(Buffer.concat(parts), { headers }).formData();
}

async function makeEar(t: TestContext): Promise<Ear> {
  const waiting: (() => void)[] = [];
  const ear: Ear = {
    url: '',
    asked: [],
    says: { status: 200, body: JSON.stringify({ text: ' Warp the\u0007 loom.\u{E0041} ' }) },
    isHeld: false,
    go: () => {
      for (const go of waiting.splice(0)) go();
    },
  };
  const { url } = await localServer(t, (request, response) => {
    void readForm(request).then(async (form) => {
      ear.asked.push({ path: request.url ?? '', authorization: request.headers.authorization, form });
      if (ear.isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      const { status, body, location } = ear.says;
      response.writeHead(status, location === undefined ? {} : { location }).end(body);
    });
  });
  return Object.assign(ear, { url });
}

async function withEar(t: TestContext, engine: Engine, settings: WorldOptions['config'] = {}) {
  const ear = await makeEar(t);
  const config = {
    transcriptUrl: `${ear.url}/v1/`,
    transcriptModel: 'ear-1',
    transcriptApiKey: 'canary-key',
    ...settings,
  };
  const world = await makeWorld(t, engine, { config });
  await allow(world, 'role:everyone');
  return { ear, world };
}

async function allow(world: World, group: string): Promise<void> {
  const change = { heddle_can_transcribe_group: { new: await groupId(world, group) } };
  const { status, json } = await world.as('ada').patch('/realm', change);
  assert.equal(status, 200, json.msg);
}

const sound = {
  name: 'secret plan.weba',
  type: 'audio/webm;codecs=opus',
  content: Buffer.from('OggS of Eve'),
};

async function saySound(world: World, channel: 'general' | 'design' = 'general', file = sound) {
  const { url } = await upload(world, 'ada', file);
  return { message_id: await say(world, 'ada', channel, 'spoken', `[Voice](${url})`), file: url };
}

const transcribe = (world: World, who: Name, given: { message_id: number; file: string }) =>
  world.as(who).post('/heddle/transcripts', given);

onBothEngines('Transcripts', (engine) => {
  test('An audio file is sent to the model once, without its name, and read by all who can read the message', async (t) => {
    const { ear, world } = await withEar(t, engine);
    const given = await saySound(world);
    for (const who of ['dan', 'eve', 'dan'] as const) {
      const { status, json } = await transcribe(world, who, given);
      assert.equal(status, 200, json.msg);
      assert.equal(json.transcript, 'Warp the loom.');
    }
    assert.equal(ear.asked.length, 1);
    const [{ path, authorization, form } = assert.fail()] = ear.asked;
    assert.deepEqual([path, authorization], ['/v1/audio/transcriptions', 'Bearer canary-key']);
    assert.deepEqual([form.get('model'), form.get('response_format')], ['ear-1', 'json']);
    const file = form.get('file');
    assert.ok(file instanceof File);
    assert.deepEqual([file.name, file.type, await file.text()], ['audio.webm', 'audio/webm', 'OggS of Eve']);
  });

  test('Several people who ask at the same time wait for one request', async (t) => {
    const { ear, world } = await withEar(t, engine);
    const given = await saySound(world);
    ear.isHeld = true;
    const first = transcribe(world, 'dan', given);
    while (ear.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const second = transcribe(world, 'eve', given);
    // By then the second one waits too, or gets what is stored.
    assert.equal((await world.as('eve').get('/users/me')).status, 200);
    ear.isHeld = false;
    ear.go();
    for (const { json } of await Promise.all([first, second]))
      assert.equal(json.transcript, 'Warp the loom.');
    assert.equal(ear.asked.length, 1);
  });

  test('Only readers of the message get it, and nothing of direct messages and private channels is sent', async (t) => {
    const { ear, world } = await withEar(t, engine);
    const secret = await saySound(world, 'design');
    const { url } = await upload(world, 'ada', sound);
    const direct = await sendDirect(world, 'ada', ['dan'], `[Voice](${url})`);
    const open = await saySound(world);
    const text = await upload(world, 'ada', { name: 'a.txt', type: 'text/plain', content: Buffer.from('x') });
    const withText = await say(world, 'ada', 'general', 'spoken', `[Text](${text.url})`);
    const missing = [404, 'NOT_FOUND', 'No such audio file in this message.'] as const;
    for (const [who, given, expected] of [
      ['eve', secret, missing],
      ['dan', secret, [400, 'BAD_REQUEST', 'private channels']],
      ['eve', { message_id: direct, file: url }, missing],
      ['dan', { message_id: direct, file: url }, [400, 'BAD_REQUEST', 'Only files in channels']],
      // A file of another message, and of none.
      ['dan', { message_id: open.message_id, file: secret.file }, missing],
      ['dan', { message_id: 999_999_999, file: open.file }, missing],
      ['dan', { message_id: withText, file: text.url }, missing],
      ['dan', { ...open, file: 'https://evil.example/user_uploads/x.weba' }, missing],
      ['dan', { ...open, file: '/user_uploads/' }, missing],
    ] as const) {
      const [status, code, said] = refusal(await transcribe(world, who, given));
      assert.deepEqual([status, code], expected.slice(0, 2), JSON.stringify([who, given]));
      assert.match(String(said), new RegExp(expected[2]));
    }
    assert.equal((await world.anonymous.post('/heddle/transcripts', open)).status, 401);
    assert.deepEqual(ear.asked, []);
  });

  test('The operator can permit private channels, whose outsiders still get nothing', async (t) => {
    const { ear, world } = await withEar(t, engine, { aiPrivateChannels: 'on' });
    const secret = await saySound(world, 'design');
    assert.equal((await transcribe(world, 'dan', secret)).status, 200);
    // Neither before nor after it is stored.
    assert.equal((await transcribe(world, 'eve', secret)).status, 404);
    assert.equal(ear.asked.length, 1);
  });

  test('What was lost while the model worked is not read by those who asked for it', async (t) => {
    const { ear, world } = await withEar(t, engine, { aiPrivateChannels: 'on' });
    const { people, channels } = world;
    const lost: [act: (given: { message_id: number }) => Promise<unknown>, status: number][] = [
      [({ message_id }) => world.as('ada').delete(`/messages/${message_id}`), 404],
      [
        () =>
          world.as('ada').delete('/users/me/subscriptions', {
            subscriptions: ['design'],
            principals: [people.dan.id],
          }),
        404,
      ],
      [() => world.as('ada').delete(`/users/${people.dan.id}`), 401],
    ];
    for (const [lose, status] of lost) {
      const given = await saySound(world, status === 401 ? 'general' : 'design');
      const before = ear.asked.length;
      ear.isHeld = true;
      const asked = transcribe(world, 'dan', given);
      while (ear.asked.length === before) await new Promise((resolve) => setImmediate(resolve));
      await lose(given);
      ear.isHeld = false;
      ear.go();
      const { status: found, json } = await asked;
      assert.deepEqual([found, json.transcript], [status, undefined], String(channels.design));
    }
  });

  test('A transcript needs a model and the permission, which nobody has unless the organization gives it', async (t) => {
    const { ear, world } = await withEar(t, engine);
    const given = await saySound(world);
    await allow(world, 'role:administrators');
    const denied = [400, 'BAD_REQUEST', 'Insufficient permission'];
    assert.deepEqual(refusal(await transcribe(world, 'dan', given)), denied);
    assert.equal((await transcribe(world, 'ben', given)).status, 200);
    // What is stored already is no exception.
    assert.deepEqual(refusal(await transcribe(world, 'dan', given)), denied);
    assert.equal(ear.asked.length, 1);
    const { json } = await world.as('dan').post('/register', { fetch_event_types: ['realm'] });
    assert.equal(json.realm_heddle_server_can_transcribe, true);
    const other = await makeWorld(t, engine);
    const refused = refusal(await transcribe(other, 'ada', await saySound(other)));
    assert.deepEqual(refused, [400, 'BAD_REQUEST', 'AI features are not enabled on this server.']);
    const { json: state } = await other.as('ada').post('/register', { fetch_event_types: ['realm'] });
    assert.equal(state.realm_heddle_server_can_transcribe, false);
    const nobody = await groupId(other, 'role:nobody');
    assert.equal(state.realm_heddle_can_transcribe_group, nobody);
  });

  test('Requests are limited by person and size; failures do not count and can be repeated', async (t) => {
    const { ear, world } = await withEar(t, engine, { aiDailyLimitPerPerson: 1 });
    const given = await saySound(world);
    const usual = ear.says;
    for (const says of [
      { status: 500, body: 'x' },
      { status: 200, body: '{' },
      { status: 200, body: '{"text":7}' },
      { status: 200, body: JSON.stringify({ text: 'x'.repeat(600_000) }) },
      { status: 302, body: '', location: '/v1/audio/transcriptions' },
    ]) {
      ear.says = says;
      assert.equal((await transcribe(world, 'dan', given)).status, 502, JSON.stringify(says).slice(0, 60));
    }
    ear.says = usual;
    assert.equal((await transcribe(world, 'dan', given)).status, 200);
    const second = await saySound(world);
    assert.match(String(refusal(await transcribe(world, 'dan', second))[2]), /daily limit/);
    // What is stored costs nothing.
    assert.equal((await transcribe(world, 'dan', given)).status, 200);
    const large = { ...sound, content: Buffer.alloc(15 * 2 ** 20 + 1) };
    const tooLarge = refusal(await transcribe(world, 'eve', await saySound(world, 'general', large)));
    assert.match(String(tooLarge[2]), /above 15 MiB/);
  });

  test('Failures that a service may charge for count once many have failed, for people and the organization', async (t) => {
    const { ear, world } = await withEar(t, engine, { aiDailyLimitPerPerson: 2, aiDailyLimit: 3 });
    const given = await saySound(world);
    ear.says.body = '{';
    const statuses = async (who: Name, times: number) => {
      const all: number[] = [];
      for (let n = 0; n < times; n++) all.push((await transcribe(world, who, given)).status);
      return all;
    };
    const forgiven = Array.from({ length: 10 }, () => 502);
    assert.deepEqual(await statuses('dan', 14), [...forgiven, 502, 502, 400, 400]);
    // Those of the organization were forgiven as often.
    assert.deepEqual(await statuses('eve', 3), [502, 400, 400]);
    assert.equal(ear.asked.length, 13);
  });

  test('A file without words has an empty transcript, and a long one is cut', async (t) => {
    const { ear, world } = await withEar(t, engine);
    ear.says.body = '{"text":" "}';
    const silent = await saySound(world);
    for (let twice = 0; twice < 2; twice++)
      assert.equal((await transcribe(world, 'dan', silent)).json.transcript, '');
    assert.equal(ear.asked.length, 1);
    ear.says.body = JSON.stringify({ text: 'x'.repeat(60_000) });
    const { transcript } = (await transcribe(world, 'dan', await saySound(world))).json;
    assert.equal(String(transcript).length, 50_000);
  });
});
