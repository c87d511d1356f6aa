/** The law of paths: the service worker passes on to the server whatever the server answers itself. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverPathKind } from '../../wire/server-paths.ts';
import { everyRoute } from '../support/checks/every-route.ts';
import { makeWorld } from '../support/world.ts';

test('Every path that the server answers itself is known to the service worker as its own', async (t) => {
  const world = await makeWorld(t, 'sqlite', { alone: true });
  const { places } = await everyRoute(t, world);
  const first = new Set(places.map(({ path }) => path.split('/')[1] ?? ''));
  assert.ok(first.has('api') && first.has('login'));
  // The page of the client, and files, which the worker recognizes by their ending.
  const others = [...first].filter(
    (name) => !['', '*', 'sitemap-:name'].includes(name) && !name.includes('.'),
  );
  assert.deepEqual(
    others.filter((name) => serverPathKind(`/${name}/x`) === undefined),
    [],
    'declare them in wire/server-paths.ts',
  );
});
