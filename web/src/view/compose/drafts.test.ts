import assert from 'node:assert/strict';
import { test } from 'node:test';
import { response, ann, ben, design } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { draftRows } from './drafts.ts';

const synced = (id: number, content: string, timestamp: number) =>
  ({ id, type: 'private', to: [ann, ben], topic: '', content, timestamp }) as const;

test('Local and server drafts are listed together, latest first, without duplicates', () => {
  const live = createLive(
    response({
      drafts: [synced(1, 'Hello', 100), synced(2, 'Later', 300)].map((d) => ({ ...d, to: [...d.to] })),
    }),
  );
  const local = [
    { target: { kind: 'direct', userIds: [ben] }, text: 'Hello ', changedAt: 200_000 },
    { target: { kind: 'topic', channelId: design, topic: 'red' }, text: 'Hm', changedAt: 250_000 },
  ] as const;
  assert.deepEqual(
    draftRows(live, local).map(({ text, synced: there, isLocal }) => [text, there?.id, isLocal]),
    [
      ['Later', 2, false],
      ['Hm', undefined, true],
      ['Hello ', 1, true],
    ],
  );
});
