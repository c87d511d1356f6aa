/** The button beside the text that adds a link to a call, for services that the server asks for one. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storeToken } from '../../server/src/features/calls/tokens.ts';
import { callServers, type CallServers } from '../support/services/call-servers.ts';
import { getButton, getCompose, getDialog } from './page.ts';
import { done, inWindows, until, type Page, type Stage } from './stage.ts';

async function configure({ server, dataDir }: Stage, servers: CallServers): Promise<void> {
  await server.stop();
  const lines = Object.entries(servers.settings()).map(([name, value]) => {
    const key = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `${key} = ${JSON.stringify(value)}\n`;
  });
  writeFileSync(join(dataDir, 'heddle.toml'), lines.join(''));
  await server.start();
}

const untilText = (page: Page, expected: RegExp) =>
  until('the link is in the text', async () => expected.test(await getCompose(page).inputValue()));

inWindows('Calls', (sentence) => {
  sentence('A link to a meeting on the organization’s server is added to the text', async (t, stage) => {
    const servers = await callServers(t);
    await configure(stage, servers);
    await done(stage.as('ada').patch('/realm', { video_chat_provider: 4 }));
    const ben = await stage.openPage('ben', stage.topicPath('calls'));
    await getCompose(ben).fill('Now? ');
    await getButton(ben, 'Add a video call').click();
    await untilText(
      ben,
      /^Now\? \[Join video call\]\(http:\/\/127\.0\.0\.1:\d+\/calls\/bigbluebutton\/join\?bigbluebutton=[\w-]+\) $/,
    );
  });

  sentence('Someone without a Zoom account connects it first, and then gets the link', async (t, stage) => {
    const servers = await callServers(t);
    await configure(stage, servers);
    await done(stage.as('ada').patch('/realm', { video_chat_provider: 3 }));
    const ben = await stage.openPage('ben', stage.topicPath('calls'));
    await getCompose(ben).fill('Now? ');
    await getButton(ben, 'Add a video call').click();
    // As the other window does at its end.
    const token = { access: servers.accessToken, refresh: 'refresh', expiresAt: Date.now() + 3600_000 };
    const { app } = stage.server;
    const { id: orgId } = app.organizations.names[0] ?? assert.fail();
    const account = { userId: stage.people.ben.id, provider: 'zoom', token, accountId: null } as const;
    await app.db.write(orgId, 'system', (tx) => storeToken(tx, app.secrets, account));
    await untilText(ben, /^Now\? \[Join video call\]\(https:\/\/zoom\.us\/j\/1\?pwd=secret\) $/);
    servers.revoke();
    await getButton(ben, 'Add a video call').click();
    await ben.getByText('Invalid Zoom access token').waitFor();
  });

  sentence('A connected Zoom account is disconnected in the settings', async (_t, stage) => {
    const token = { access: 'access', refresh: 'refresh', expiresAt: Date.now() + 3600_000 };
    const { app } = stage.server;
    const { id: orgId } = app.organizations.names[0] ?? assert.fail();
    const account = { userId: stage.people.ben.id, provider: 'zoom', token, accountId: null } as const;
    await app.db.write(orgId, 'system', (tx) => storeToken(tx, app.secrets, account));
    const ben = await stage.openPage('ben', '/settings/account');
    await getButton(ben, 'Disconnect Zoom').click();
    await getDialog(ben, 'Disconnect Zoom').getByRole('button', { name: 'Disconnect Zoom' }).click();
    await getButton(ben, 'Disconnect Zoom').waitFor({ state: 'detached' });
    const { json } = await stage.as('ben').post('/register', { fetch_event_types: ['video_calls'] });
    assert.equal(json.has_zoom_token, false);
  });
});
