import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stubClient } from '../../../tests/support/web/stub-client.ts';
import { ApiError } from '../connection/api.ts';
import { response } from '../store/examples.ts';
import { createLive } from '../store/live.ts';
import { saveSetting } from './settings.ts';

test('A refused setting does not replace a later choice', async () => {
  const live = createLive(response());
  const ends: ((isAccepted: boolean) => void)[] = [];
  const patch = () =>
    new Promise((resolve, reject) => {
      ends.push((isAccepted) => (isAccepted ? resolve({}) : reject(new ApiError({ kind: 'unreachable' }))));
    });
  const client = stubClient({ live, api: { patch } });
  const save = (px: number) => saveSetting(client, { source: 'personal', name: 'web_font_size_px' }, px);
  const getSize = () => live.peek().personal.settings.web_font_size_px;
  const accepted = save(14);
  ends[0]?.(true);
  await accepted;
  const [refused, later] = [save(16), save(18)];
  ends[1]?.(false);
  assert.deepEqual(await refused, { kind: 'unreachable' });
  assert.equal(getSize(), 18);
  ends[2]?.(true);
  assert.equal(await later, undefined);
});
