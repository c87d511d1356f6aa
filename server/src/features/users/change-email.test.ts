import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../../../../tests/support/client.ts';
import { getBrowser, type BrowserClient } from '../../../../tests/support/clients/browser.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { readOutbox } from '../../lib/mail/deliver.ts';
import { hashPassword } from '../../lib/passwords.ts';

const password = 'a shuttle and a reed';
const passwordHash = await hashPassword(password);
const thief = 'thief@example.com';

const send = (world: World, path: string, fields: Record<string, string> = {}) =>
  fetch(world.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

async function linksTo(world: World, address: string, about: string): Promise<string[]> {
  await world.app.jobs.runDue();
  const emails = await readOutbox(world.app.config.data);
  return emails
    .filter((text) => text.includes(`To: ${address}`))
    .flatMap((text) => new RegExp(`/${about}/[\\w-]{43}`).exec(text) ?? []);
}

const getAddress = async (world: World) =>
  (await world.as('ada').get(`/users/${world.people.dan.id}`)).json.user.delivery_email as string;

/** What people do when another may have had access to their account. */
const remedies: Readonly<
  Record<string, (world: World, browser: BrowserClient) => Promise<{ status: number }>>
> = {
  'a new password': (_world, browser) =>
    browser.patch('/settings', { old_password: password, new_password: 'a reed and a shuttle' }),
  'a new API key': (world) => world.as('dan').post('/users/me/api_key/regenerate'),
  'the end of the other sessions': (_world, browser) => browser.delete('/heddle/sessions'),
  'the end of one session': async (_world, browser) => {
    const { json } = await browser.get('/heddle/sessions');
    const other = (json.sessions as { id: number; is_current: boolean }[]).find((one) => !one.is_current);
    return browser.delete(`/heddle/sessions/${String(other?.id)}`);
  },
  'a reset of the password': async (world) => {
    const { json } = await world.as('ada').post(`/heddle/users/${world.people.dan.id}/password_link`);
    const { pathname } = new URL(String(json.password_link));
    const { status } = await send(world, pathname, { password: 'a reed and a shuttle' });
    return { status: status === 303 ? 200 : status };
  },
  'a deactivation': async (world) => {
    await world.as('ada').delete(`/users/${world.people.dan.id}`);
    return world.as('ada').post(`/users/${world.people.dan.id}/reactivate`);
  },
};

onBothEngines('Changes of email', (engine) => {
  for (const [name, act] of Object.entries(remedies))
    test(`A requested change of email ends with ${name}, whether its link was sent or waits to be`, async (t) => {
      for (const isSent of [true, false]) {
        const world = await makeWorld(t, engine, { alone: true, passwordHash });
        const browser = await getBrowser(world, 'dan');
        const intruder = await getBrowser(world, 'dan');
        assert.equal((await intruder.patch('/settings', { email: thief })).status, 200);
        const sent = isSent ? await linksTo(world, thief, 'confirm-email') : [];
        assert.equal(sent.length, isSent ? 1 : 0);
        assert.equal((await act(world, browser)).status, 200);
        for (const link of [...sent, ...(await linksTo(world, thief, 'confirm-email'))])
          await send(world, link);
        assert.equal(await getAddress(world), 'dan@example.com', isSent ? 'sent' : 'waiting');
      }
    });

  test('A new password and a new email in one request are both stored', async (t) => {
    const world = await makeWorld(t, engine, { alone: true, passwordHash });
    const browser = await getBrowser(world, 'dan');
    const change = {
      email: 'daniel@example.com',
      old_password: password,
      new_password: 'a reed and a shuttle',
    };
    assert.equal((await browser.patch('/settings', { ...change, revoke_api_keys: true })).status, 200);
    const [link = ''] = await linksTo(world, 'daniel@example.com', 'confirm-email');
    assert.equal((await send(world, link)).status, 200);
    const { status } = await new Client(world.url).post('/fetch_api_key', {
      username: 'daniel@example.com',
      password: 'a reed and a shuttle',
    });
    assert.equal(status, 200);
  });
});
