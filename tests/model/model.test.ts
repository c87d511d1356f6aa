import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { onBothEngines } from '../support/engines.ts';
import { sequences, type Act } from './acts.ts';
import type { Model } from './model.ts';
import { play } from './play.ts';

const asked = process.env.HEDDLE_TEST_MODEL_RUNS;
/** The same for everyone, so that a failure is of what was changed; another one looks further. */
const seed = Number(process.env.HEDDLE_TEST_MODEL_SEED ?? 4711);
/** Acts between two comparisons: after each one, what goes wrong is found where it does. More of them play longer sequences. */
const between = Number(process.env.HEDDLE_TEST_MODEL_BETWEEN ?? 2);
/** The limit for one engine, and for making smaller what goes wrong. */
const mostMs = Number(process.env.HEDDLE_TEST_MODEL_SECONDS ?? 10) * 1000;

onBothEngines('The model of the server', (engine) => {
  const runs = Number(asked ?? (engine === 'sqlite' ? 3 : 2));
  test(`The server agrees with the model under random operations, in ${runs} runs`, async (t) => {
    t.diagnostic(`HEDDLE_TEST_MODEL_SEED=${seed}`);
    let [runsPlayed, acts, done] = [0, 0, 0];
    const end = Date.now() + mostMs;
    const holds = fc.asyncProperty(sequences, async (sequence) => {
      // One run there is, however slow the machine.
      if (runsPlayed > 0 && Date.now() > end) return;
      runsPlayed++;
      const played = await play(engine, sequence, between);
      acts += played.acts;
      done += played.done;
    });
    await fc.assert(holds, { seed, numRuns: runs });
    t.diagnostic(`${done} of ${acts} acts in ${runsPlayed} runs`);
    assert.ok(done > acts / 4, 'hardly anything happened');
  });
});

const talk: readonly Act[] = [
  { act: 'send', who: 'ada', channel: 'vault', topic: 'plans', text: { says: 'mention', whom: 'dan' } },
  { act: 'send-direct', who: 'dan', to: ['ada'], text: { says: 'hello' } },
  { act: 'star', who: 'dan', nths: [0] },
  { act: 'set-topic-policy', who: 'ada', channel: 'vault', topic: 'plans', policy: 1 },
];

test('The comparison with the model detects every kind of deviation', async () => {
  const first = ({ messages }: Model) => messages.get(1) ?? assert.fail('nothing was said');
  const changes: Record<string, (model: Model) => unknown> = {
    unread: (model) => first(model).unread.delete('dan'),
    star: (model) => first(model).starred.delete('dan'),
    mention: (model) => first(model).mentioned.delete('dan'),
    content: (model) => (first(model).content = 'something else'),
    topic: (model) => (first(model).topic = 'other'),
    message: (model) => model.messages.delete(1),
    policy: (model) => model.channels.vault.policies.clear(),
    visibility: (model) => model.channels.vault.memberships.delete('dan'),
  };
  for (const [what, change] of Object.entries(changes))
    await assert.rejects(
      play('sqlite', talk, talk.length, change),
      // Thrown by the comparison, which names the person; another error would prove nothing.
      { message: /^(?:ada|ben|cleo|dan|eve|gus): AssertionError/ },
      `${what}: nothing was noticed`,
    );
});
