import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../tests/support/process/child.ts';
import { Client } from '../../../tests/support/client.ts';
import { makePlace, onBothEngines } from '../../../tests/support/engines.ts';
import { undoAfter } from '../../../tests/support/undo.ts';

const getFlags = ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined }) => [
  '--data',
  dataDir,
  ...(databaseUrl === undefined ? [] : ['--database-url', databaseUrl]),
];

onBothEngines('Demo emails', (engine) => {
  test('Emails are shown on a page with working links in a demo, and on no other server', async (t) => {
    const place = await makePlace(engine);
    undoAfter(t, () => place.remove());
    const demo = await serve(t, [...getFlags(place), '--demo']);
    const [, email = '', apiKey = ''] = await demo.says(/Email\s+(\S+)[^]*API key\s+(\S+)/);
    const page = async () => (await fetch(`${demo.url}/dev/emails`)).text();
    assert.match(await page(), /No emails yet/);
    const sent = await new Client(demo.url, { email, apiKey }).post('/invites', {
      invitee_emails: 'nora@example.com, <b>@example.com',
      stream_ids: [],
    });
    assert.equal(sent.json.code, 'INVITATION_FAILED');
    const link = await eventually(async () => /href="([^"]+\/join\/[\w-]+)"/.exec(await page())?.[1]);
    const { pathname } = new URL(link);
    const joining = await fetch(`${demo.url}${pathname}`);
    assert.equal(joining.status, 200);
    assert.match(await page(), /nora@example\.com/);
    await demo.end('SIGTERM');

    const plain = await serve(t, getFlags(place));
    assert.equal((await fetch(`${plain.url}/dev/emails`)).status, 404);
  });
});

/** The email is sent by a job, a moment after the response. */
async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
