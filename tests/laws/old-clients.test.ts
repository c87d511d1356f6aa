/**
 * The law for clients that know no deactivated groups and no archived channels: to them these go and come. And for those
 * that need an entry for everyone, whom their reader may not know of included.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registration } from '../../web/src/store/index.ts';
import { onBothEngines } from '../support/engines.ts';
import { titleWithSteps } from '../support/step-names.ts';
import { makeWorld } from '../support/world.ts';
import { Audience, type Outcome } from './observers.ts';
import type { Act } from './stories/act.ts';
import { channels } from './stories/channels.ts';
import { groups } from './stories/groups.ts';
import { visibility } from './stories/visibility.ts';

type Outcomes = Map<Act, Outcome>;

onBothEngines('State plus events equals the new state for old clients', (engine) => {
  /** Declares a test of a story for a client without some of the capabilities of ours. */
  const declare = (
    subject: string,
    acts: readonly Act[],
    missing: Partial<typeof registration.client_capabilities>,
    check: (outcomes: Outcomes) => void,
  ) => {
    const title = `State plus events equals the new state for old clients: ${subject}`;
    const names = acts.map(({ name }) => name);
    test(titleWithSteps(title, names), async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      const client_capabilities = { ...registration.client_capabilities, ...missing };
      const audience = await Audience.create(world, { client_capabilities });
      const outcomes: Outcomes = new Map();
      for (const one of acts)
        await t.test(one.name, async () => {
          if (one.prepare) {
            await one.prepare(world);
            audience.reset();
          }
          outcomes.set(one, await audience.observe(() => one.act(world)));
        });
      check(outcomes);
    });
  };
  const kindsIn = (outcomes: Outcomes) => new Set([...outcomes.values()].flatMap(({ kinds }) => [...kinds]));

  declare('groups', groups, { include_deactivated_groups: false }, (outcomes) => {
    assert.ok(kindsIn(outcomes).has('user_group/remove'));
  });

  declare('channels', channels, { archived_channels: false }, (outcomes) => {
    const kinds = kindsIn(outcomes);
    assert.ok(kinds.has('stream/delete'));
    assert.ok(kinds.has('subscription/add'));
    assert.ok(!kinds.has('stream/update/is_archived'));
  });

  declare('users', visibility, { user_list_incomplete: false }, (outcomes) => {
    for (const [{ name }, { changed, ended }] of outcomes) {
      assert.ok(changed.length + ended.length > 0, name);
      if (name === 'A user is created whom a guest cannot see') assert.ok(changed.includes('gus'));
    }
  });
});
