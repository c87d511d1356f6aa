/** What a conversation shows of itself. */
import assert from 'node:assert/strict';
import { getButton, getStored, getTitle, getToast, goTo, getCompose, getDialog } from './page.ts';
import { done, onOneServer, until, inWindows, type Page, type Stage } from './stage.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storeToken } from '../../server/src/features/calls/tokens.ts';
import { callServers, type CallServers } from '../support/services/call-servers.ts';

onOneServer('A conversation', (sentence) => {
  sentence('A conversation separates senders, conversations and days', async (_t, stage) => {
    // Whatever is unread would come first.
    const all = { anchor: 'newest', num_before: 1000, num_after: 0, narrow: [], op: 'add', flag: 'read' };
    await done(stage.as('ada').post('/messages/flags/narrow', all));
    for (const [who, topic, text] of [
      ['ben', 'left hand', 'The first.'],
      ['ben', 'left hand', 'The second.'],
      ['ada', 'left hand', 'The third.'],
      ['ben', 'right hand', 'The fourth.'],
    ] as const)
      await stage.say(who, topic, text);
    const page = await stage.openPage('ada', '/feed');
    const nameOn = (text: string, name: string) => getButton(getStored(page, text), name);
    await nameOn('The first.', 'Ben Okafor').waitFor();
    await nameOn('The third.', 'Ada Achterberg').waitFor();
    await nameOn('The fourth.', 'Ben Okafor').waitFor();
    await getStored(page, 'The second.').waitFor();
    // It continues with the one before.
    await nameOn('The second.', 'Ben Okafor').waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('link', { name: 'right hand' }).first().click();
    await getTitle(page).filter({ hasText: 'right hand' }).waitFor();
    await getStored(page, 'The fourth.').waitFor();
    await getStored(page, 'The third.').waitFor({ state: 'detached' });
    await page.getByRole('main').getByText('Today', { exact: true }).waitFor();
    await page.getByText('Beginning of the conversation').waitFor();
  });

  sentence('A conversation opens spoilers, copies code and shows status messages', async (_t, stage) => {
    const code = 'for (const end of warp) {\n  draw(end);\n}';
    await stage.say('ben', 'inside', `\`\`\`spoiler The end\nThe loom wins.\n\`\`\``);
    await stage.say('ben', 'inside', `\`\`\`js\n${code}\n\`\`\``);
    await stage.say('ben', 'inside', '/me ties a knot.');
    const page = await stage.openPage('ada', stage.topicPath('inside'));
    const hidden = page.getByText('The loom wins.');
    await getStored(page, 'The end').waitFor();
    const show = getButton(getStored(page, 'The end'), 'Show spoiler');
    await show.waitFor();
    await hidden.waitFor({ state: 'hidden' });
    await show.click();
    await hidden.waitFor();
    await getButton(getStored(page, 'The end'), 'Hide spoiler').click();
    await hidden.waitFor({ state: 'hidden' });

    await getStored(page, 'draw(end)').hover();
    await getButton(getStored(page, 'draw(end)'), 'Copy code').click();
    await getToast(page, 'Copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${code}\n`);
    const doing = getStored(page, 'ties a knot.');
    await until('it says who', async () =>
      (await doing.innerText()).replaceAll(/\s+/g, ' ').includes('Ben Okafor ties a knot.'),
    );
  });

  sentence('After a failure, more messages are loaded by a button, not by each scroll', async (_t, stage) => {
    for (let i = 1; i <= 70; i++) await stage.say('ben', 'long', `Line ${i}.`);
    const page = await stage.openPage('ada', '/inbox');
    let [isDown, requests] = [true, 0];
    await page.route('**/api/v1/messages?*', (route) => {
      const isMore = new URL(route.request().url()).searchParams.get('include_anchor') === 'false';
      if (!isMore || !isDown) return route.continue();
      requests++;
      return route.fulfill({ status: 500, body: '{}' });
    });
    await goTo(page, stage.topicPath('long'));
    const failed = page.getByRole('alert').filter({ hasText: 'Could not load more messages.' });
    await failed.waitFor();
    for (let i = 0; i < 40; i++) {
      await page.evaluate("document.querySelector('.message-list').dispatchEvent(new Event('scroll'))");
      await page.turn();
    }
    assert.ok(requests < 10, `${requests} requests for more`);
    isDown = false;
    await getButton(failed, 'Retry').click();
    await getStored(page, 'Line 70.').waitFor();
    await failed.waitFor({ state: 'detached' });
  });

  sentence('If the browser blocks copying, code is shown for copying by hand', async (_t, stage) => {
    await stage.say('ben', 'by hand', '```\nbeam(warp);\n```');
    const page = await stage.openPage('ada', stage.topicPath('by hand'));
    await getButton(getStored(page, 'beam(warp)'), 'Copy code').waitFor();
    // As on a page that did not come over https.
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await getButton(getStored(page, 'beam(warp)'), 'Copy code').click();
    await getToast(page, 'The browser blocked copying. Select this text to copy it: beam(warp);').waitFor();
  });

  sentence('A short message is collapsed and expanded by the same key', async (_t, stage) => {
    await stage.say('ben', 'short', 'Only this.');
    const ada = await stage.openPage('ada', stage.topicPath('short'));
    await getStored(ada, 'Only this.').waitFor();
    await ada.keyboard.press('j');
    await getStored(ada, 'Only this.').and(ada.locator(':focus')).waitFor();
    await ada.keyboard.press('-');
    await getStored(ada, 'This message is collapsed').waitFor();
    await ada.keyboard.press('-');
    await getStored(ada, 'Only this.').waitFor();
  });

  sentence('Messages of muted users are hidden until the reader asks for them', async (_t, stage) => {
    await stage.say('ben', 'earplugs', 'Muted before.');
    const muting = `/users/me/muted_users/${String(stage.people.ben.id)}`;
    const ada = await stage.openPage('ada', stage.topicPath('earplugs'));
    await getStored(ada, 'Muted before.').waitFor();
    await done(stage.as('ada').post(muting));
    try {
      const show = getButton(ada.getByRole('main'), 'From a muted person · Show');
      await show.waitFor();
      await getStored(ada, 'Muted before.').waitFor({ state: 'detached' });
      await stage.say('ben', 'earplugs', 'Muted after.');
      await show.nth(1).waitFor();
      await show.first().click();
      await getStored(ada, 'Muted before.').waitFor();
      await getStored(ada, 'Muted after.').waitFor({ state: 'detached' });
    } finally {
      await done(stage.as('ada').delete(muting));
    }
    await getStored(ada, 'Muted after.').waitFor();
  });
});

// The button beside the text that adds a link to a call, for services that the server asks for one.

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

  sentence('A user without a Zoom account connects it first, and then gets the link', async (t, stage) => {
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
    await getDialog(ben, 'Disconnect Zoom?').getByRole('button', { name: 'Disconnect Zoom' }).click();
    await getButton(ben, 'Disconnect Zoom').waitFor({ state: 'detached' });
    const { json } = await stage.as('ben').post('/register', { fetch_event_types: ['video_calls'] });
    assert.equal(json.has_zoom_token, false);
  });
});
