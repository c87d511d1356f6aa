import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Destination } from '../narrow/narrow.ts';
import type { TransferEvents } from './uploads.ts';
import { EmptyRecordingError, VoiceMessages, type Recorder, type RecorderEvents } from './voice.ts';

const lunch = { kind: 'topic', channelId: 1, topic: 'lunch' } satisfies Destination;
const supper = { kind: 'topic', channelId: 2, topic: 'supper' } satisfies Destination;

type Blobby = { size: number };

/** A microphone by hand: `grant` and `refuse` answer the question of the browser. */
function make() {
  const log: string[] = [];
  const clock = { now: 0 };
  const uploads: TransferEvents[] = [];
  const refusals: unknown[] = [];
  let size = 5;
  let events: RecorderEvents | undefined;
  let answer: PromiseWithResolvers<Recorder<Blobby>> | undefined;
  const voice = new VoiceMessages<Blobby, Blobby>({
    open: (given) => {
      events = given;
      answer = Promise.withResolvers();
      return answer.promise;
    },
    toFile: async (recorded) => recorded,
    upload: (_file, given) => {
      uploads.push(given);
      return () => log.push('upload cancelled');
    },
    onUploaded: (to, url, seconds) =>
      log.push(`${to.kind === 'topic' ? to.topic : ''}: ${url}, ${seconds} s`),
    onRefused: (error) => refusals.push(error),
    now: () => clock.now,
  });
  const settle = async () => new Promise((resolve) => setImmediate(resolve));
  return {
    voice,
    log,
    clock,
    uploads,
    refusals,
    settle,
    events: () => events!,
    setSize: (to: number) => (size = to),
    phase: () => voice.current.value?.phase,
    failure: () => voice.current.value?.failure,
    grant: async () => {
      answer!.resolve({
        pause: () => log.push('pause'),
        resume: () => log.push('resume'),
        finish: async () => {
          log.push('released');
          return { size };
        },
      });
      await settle();
    },
    refuse: async (error: Error) => {
      answer!.reject(error);
      await settle();
    },
    wait: (ms: number) => (clock.now += ms),
  };
}

async function begun(to: Destination = lunch, most = 0) {
  const all = make();
  void all.voice.begin(to, most);
  await all.grant();
  return all;
}

const url = '/user_uploads/2/ab/voice.weba';

test('A recording is paused, continued, played and sent to where it began', async () => {
  const { voice, log, events, wait, phase, uploads } = await begun();
  assert.equal(phase(), 'recording');
  wait(1000);
  events().onLevel(0.5);
  voice.pause();
  wait(5000);
  events().onLevel(0.7);
  voice.resume();
  wait(2000);
  events().onLevel(0.25);
  assert.equal(voice.elapsed.value, 3);
  await voice.finish();
  assert.equal(phase(), 'ready');
  assert.deepEqual([...(voice.current.value?.levels ?? [])], [0.5, 0.25]);
  await voice.send();
  uploads[0]!.onProgress(3);
  assert.deepEqual([phase(), voice.current.value?.sent], ['sending', 3]);
  uploads[0]!.onDone({ url, filename: 'voice.weba' });
  assert.equal(phase(), undefined);
  assert.deepEqual(log, ['pause', 'resume', 'pause', 'released', `lunch: ${url}, 3 s`]);
});

test('Sending ends the recording', async () => {
  const { voice, log, wait, uploads } = await begun();
  wait(1500);
  await voice.send();
  uploads[0]!.onDone({ url, filename: 'voice.weba' });
  assert.deepEqual(log, ['pause', 'released', `lunch: ${url}, 1.5 s`]);
});

test('There is one at a time', async () => {
  const { voice } = await begun();
  await voice.begin(supper, 0);
  assert.deepEqual(voice.current.value?.to, lunch);
});

test('What is discarded releases the microphone and can be restored, unless another one has begun', async () => {
  const { voice, log, phase, grant } = await begun();
  const discarded = await voice.discard();
  assert.deepEqual([phase(), log], [undefined, ['pause', 'released']]);
  assert.equal(voice.restore(discarded!), true);
  assert.equal(phase(), 'ready');
  const again = await voice.discard();
  void voice.begin(supper, 0);
  await grant();
  assert.equal(voice.restore(again!), false);
  assert.deepEqual([phase(), voice.current.value?.to], ['recording', supper]);
});

test('A microphone that is given after the question was left is released at once', async () => {
  const { voice, log, grant, phase, refusals } = make();
  void voice.begin(lunch, 0);
  assert.equal(phase(), 'asking');
  assert.equal(await voice.discard(), undefined);
  await grant();
  assert.deepEqual([phase(), log, refusals], [undefined, ['released'], []]);
});

test('A refused microphone leaves nothing, and is reported unless the person has left the question', async () => {
  const one = make();
  void one.voice.begin(lunch, 0);
  const refusal = new Error('no');
  await one.refuse(refusal);
  assert.deepEqual([one.phase(), one.refusals], [undefined, [refusal]]);
  const other = make();
  void other.voice.begin(lunch, 0);
  await other.voice.discard();
  await other.refuse(refusal);
  assert.deepEqual(other.refusals, []);
});

test('A recording without sound data is reported instead of sent', async () => {
  const { voice, setSize, refusals, phase, uploads } = await begun();
  setSize(0);
  await voice.send();
  assert.equal(phase(), undefined);
  assert.ok(refusals[0] instanceof EmptyRecordingError);
  assert.equal(uploads.length, 0);
});

test('A recording ends before it exceeds the limit for files, and says so', async () => {
  const { voice, events, wait, phase, settle } = await begun(lunch, 1000);
  wait(1000);
  events().onBytes(100);
  // Three more pieces of the 1000 bytes are kept free.
  assert.equal(voice.left.value, 6);
  wait(5000);
  events().onBytes(690);
  await settle();
  assert.deepEqual([phase(), voice.current.value?.endedBy], ['ready', 'full']);
  const free = await begun(lunch, 0);
  free.events().onBytes(10 ** 9);
  assert.deepEqual([free.phase(), free.voice.left.value], ['recording', undefined]);
});

test('What was recorded before the microphone was disconnected is kept', async () => {
  const { voice, events, phase, settle, log } = await begun();
  events().onCut();
  await settle();
  assert.deepEqual([phase(), voice.current.value?.endedBy], ['ready', 'cut']);
  events().onCut();
  await settle();
  assert.deepEqual([phase(), log], ['ready', ['pause', 'released']]);
});

test('A failed upload keeps the recording, which can be sent again', async () => {
  const { voice, uploads, phase, failure, log, settle } = await begun();
  await voice.send();
  uploads[0]!.onCut();
  assert.equal(voice.current.value?.isWaiting, true);
  uploads[0]!.onFailed('The disk is full.');
  assert.deepEqual([phase(), failure()], ['ready', 'The disk is full.']);
  await voice.send();
  assert.deepEqual([phase(), failure()], ['sending', undefined]);
  // The earlier upload is over.
  uploads[1]!.onDone({ url, filename: 'voice.weba' });
  await settle();
  assert.deepEqual([phase(), log.at(-1)], [undefined, `lunch: ${url}, 0 s`]);
});

test('Sending can be cancelled, and what arrives nevertheless is not sent', async () => {
  const { voice, uploads, phase, log } = await begun();
  await voice.send();
  voice.cancelSending();
  assert.deepEqual([phase(), log.at(-1)], ['ready', 'upload cancelled']);
  uploads[0]!.onDone({ url, filename: 'voice.weba' });
  uploads[0]!.onFailed('Cancelled.');
  assert.deepEqual([phase(), voice.current.value?.failure], ['ready', undefined]);
});

test('The destination follows its own topic when that is moved, also while it is sent', async () => {
  const { voice, uploads, log } = await begun();
  voice.follow(supper, lunch);
  assert.deepEqual(voice.current.value?.to, lunch);
  await voice.send();
  voice.follow({ ...lunch, topic: 'LUNCH' }, supper);
  uploads[0]!.onDone({ url, filename: 'voice.weba' });
  assert.equal(log.at(-1), `supper: ${url}, 0 s`);
});
