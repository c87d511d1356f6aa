import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eventSchemas } from '../../wire/nouns.ts';
import { onEngine, type Engine } from '../support/engines.ts';
import { titleWithSteps } from '../support/step-names.ts';
import { assertNoOrphans } from '../support/checks/orphans.ts';
import { makeWorld } from '../support/world.ts';
import { Audience } from './observers.ts';
import { stories } from './stories/index.ts';

/** Events that nothing here causes: they change no state, are for older clients, or come with what there is not yet. */
const uncaused = [
  'default_stream_groups',
  'device/update',
  'heartbeat',
  'realm/deactivated',
  'realm_emoji/update',
  'user_group/remove',
];
/** Events that registrations do not contain. */
const unregistered = [
  'attachment/add',
  'attachment/remove',
  'attachment/update',
  'heddle_urgent_notification',
  'invites_changed',
  'muted_topics',
  'reaction/add',
  'reaction/remove',
  'realm_export',
  'realm_export_consent',
  'submessage',
  'typing/start',
  'typing/stop',
  'typing_edit_message/start',
  'typing_edit_message/stop',
  'update_message_flags/add/collapsed',
];

/** `type/op` of every event that there can be. */
function allVariants(): string[] {
  return Object.entries(eventSchemas).flatMap(([type, schema]) => {
    const { anyOf = [schema] } = schema as { anyOf?: object[] };
    return anyOf.map((one) => {
      const { op } = (one as { properties: { op?: { const: string } } }).properties;
      return op ? `${type}/${op.const}` : type;
    });
  });
}

const getVariant = (kind: string): string => kind.split('/').slice(0, 2).join('/');

/** Takes minutes, and has for each engine a file of its own: two processes share them. */
export function declareEveryStory(on: Engine): void {
  onEngine(on, 'State plus events equals the new state', (engine) => {
    const kinds = new Set<string>();
    const needed = new Set<string>();
    let completed = 0;

    for (const [title, acts] of Object.entries(stories))
      test(
        titleWithSteps(
          `Events about ${title} lead to the state of a new registration`,
          acts.map(({ name }) => name),
        ),
        async (t) => {
          const world = await makeWorld(t, engine, { alone: true });
          const audience = await Audience.create(world);
          for (const { name, prepare, act, changes, ends = [] } of acts)
            await t.test(name, async () => {
              if (prepare) {
                await prepare(world);
                audience.reset();
              }
              const outcome = await audience.observe(() => act(world));
              for (const kind of outcome.kinds) kinds.add(kind);
              for (const kind of outcome.needed) needed.add(kind);
              assert.deepEqual(outcome.ended, ends, 'other queues were ended');
              assert.deepEqual(outcome.changed, changes, 'others than expected see a change');
            });
          await assertNoOrphans(world);
          completed++;
        },
      );

    after(() => {
      if (completed < Object.keys(stories).length) return;
      const seen = new Set([...kinds].map(getVariant));
      const unseen = allVariants().filter((variant) => !seen.has(variant));
      assert.deepEqual(unseen.sort(), uncaused, 'not every event is caused by a story');
      const idle = [...kinds].filter((kind) => !needed.has(kind));
      assert.deepEqual(idle.sort(), unregistered, 'the loss of an event would not be noticed');
    });
  });
}
