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
import { Audience } from './observers.ts';
import type { Act } from './stories/act.ts';
import { channels } from './stories/channels.ts';
import { groups } from './stories/groups.ts';
import { visibility } from './stories/visibility.ts';

const titled = (title: string, acts: readonly Act[]) =>
  titleWithSteps(
    title,
    acts.map(({ name }) => name),
  );

onBothEngines('State plus events equals the new state for old clients', (engine) => {
  test(titled('State plus events equals the new state for old clients: groups', groups), async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const client_capabilities = { ...registration.client_capabilities, include_deactivated_groups: false };
    const audience = await Audience.of(world, { client_capabilities });
    const kinds = new Set<string>();
    for (const { name, prepare, act } of groups)
      await t.test(name, async () => {
        if (prepare) {
          await prepare(world);
          audience.reset();
        }
        const outcome = await audience.observe(() => act(world));
        for (const kind of outcome.kinds) kinds.add(kind);
      });
    assert.ok(kinds.has('user_group/remove'));
  });

  test(titled('State plus events equals the new state for old clients: channels', channels), async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const client_capabilities = { ...registration.client_capabilities, archived_channels: false };
    const audience = await Audience.of(world, { client_capabilities });
    const kinds = new Set<string>();
    for (const { name, prepare, act } of channels)
      await t.test(name, async () => {
        if (prepare) {
          await prepare(world);
          audience.reset();
        }
        const outcome = await audience.observe(() => act(world));
        for (const kind of outcome.kinds) kinds.add(kind);
      });
    assert.ok(kinds.has('stream/delete'));
    assert.ok(kinds.has('subscription/add'));
    assert.ok(!kinds.has('stream/update/is_archived'));
  });

  test(titled('State plus events equals the new state for old clients: users', visibility), async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const client_capabilities = { ...registration.client_capabilities, user_list_incomplete: false };
    const audience = await Audience.of(world, { client_capabilities });
    for (const { name, prepare, act } of visibility)
      await t.test(name, async () => {
        if (prepare) {
          await prepare(world);
          audience.reset();
        }
        const { changed, ended } = await audience.observe(() => act(world));
        assert.ok(changed.length + ended.length > 0);
        if (name === 'A user is created whom a guest cannot see') assert.ok(changed.includes('gus'));
      });
  });
});
