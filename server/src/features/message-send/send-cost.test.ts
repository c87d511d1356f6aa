import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { searchIndexer } from '../../core/messages/index-worker.ts';
import { notifier } from '../notifications/notifier.ts';

test('Sending a message writes at most ten pages, regardless of content and number of messages', async (t) => {
  const world = await makeWorld(t, 'sqlite', { alone: true });
  // What follows messages writes too: the more, the longer the sending takes.
  for (const worker of [notifier(world.app), searchIndexer(world.app)]) await worker.stop();
  const written = () => statSync(join(world.app.config.data, 'heddle.db-wal')).size;
  const text = 'a few **words** and a link, https://example.com/page, to read'.repeat(3);
  await say(world, 'dan', 'general', 'looms', text);
  const before = written();
  const sends = 60;
  for (let i = 0; i < sends; i++) await say(world, 'dan', 'general', 'looms', text);
  const page = 4096 + 24;
  const pages = (written() - before) / page / sends;
  assert.ok(pages > 1 && pages <= 10, `${pages.toFixed(2)} pages a message`);
});
