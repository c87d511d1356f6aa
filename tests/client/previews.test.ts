/** What links to websites lead to, as it is shown in messages. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { localServer } from '../support/services/local-server.ts';
import { getStored, choose, getDialog } from './page.ts';
import { done, inWindows, until, type Stage, onOneServer } from './stage.ts';

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const page =
  '<title>Looms of the north</title><meta name="description" content="Warp and weft">' +
  '<meta property="og:image" content="/loom.png">';

/** An organization with previews, on a server that reaches another one on this machine. */
async function withPreviews(t: TestContext, { server, dataDir, as }: Stage): Promise<string> {
  const { url } = await localServer(t, (request, response) => {
    const isPicture = request.url === '/loom.png';
    response
      .writeHead(200, { 'content-type': isPicture ? 'image/png' : 'text/html' })
      .end(isPicture ? picture : page);
  });
  await server.stop();
  writeFileSync(join(dataDir, 'heddle.toml'), 'reachable_networks = "127.0.0.1"\n');
  await server.start();
  await done(as('ada').patch('/realm', { inline_url_embed_preview: true }));
  return `${url}/looms`;
}

inWindows('Website previews', (sentence) => {
  sentence('A linked website is shown with title, description and image', async (t, stage) => {
    const link = await withPreviews(t, stage);
    const ben = await stage.openPage('ben', stage.topicPath('looms'));
    await stage.say('ada', 'looms', `Look: ${link}`);
    const message = getStored(ben, 'Look:');
    const title = message.getByRole('link', { name: 'Looms of the north', exact: true });
    await title.waitFor();
    assert.equal(await title.getAttribute('href'), link);
    await message.getByText('Warp and weft').waitFor();
    const image = message.getByRole('img', { name: 'Image of Looms of the north' });
    assert.match((await image.getAttribute('src')) ?? '', /^\/external_content\/[0-9a-f/]+$/);
    assert.equal(await image.getAttribute('loading'), 'lazy');
  });

  sentence('Each person can hide previews of websites in their browser', async (t, stage) => {
    const link = await withPreviews(t, stage);
    await stage.say('ada', 'looms', `Look: ${link}`);
    const [ada, ben] = [
      await stage.openPage('ada', stage.topicPath('looms')),
      await stage.openPage('ben', stage.topicPath('looms')),
    ];
    const title = (one: typeof ben) => getStored(one, 'Look:').getByText('Looms of the north');
    await title(ada).waitFor();
    await title(ben).waitFor();
    await ben.goto('/settings/preferences');
    await ben.getByRole('switch', { name: 'Show previews of linked websites' }).click();
    await ben.goto(stage.topicPath('looms'));
    await getStored(ben, 'Look:').waitFor();
    await until('the preview is hidden', async () => (await title(ben).count()) === 0);
    assert.equal(await title(ada).count(), 1);
  });
});

// Polls and to-do lists in lists and previews, where their texts have no room.

onOneServer('Previews of polls and to-do lists', (sentence) => {
  sentence('The list of topics says what a poll or to-do list is about', async (_t, stage) => {
    await stage.say('ben', 'dyes', '/poll Which dye?\nmadder\nwoad');
    await stage.say('ben', 'loom', '/todo Warp the loom\nWind');
    const ada = await stage.openPage('ada', `/channel/${String(stage.weaving)}-weaving/topics`);
    const main = ada.getByRole('main');
    await main.getByText('Ben Okafor: Poll: Which dye?').waitFor();
    await main.getByText('Ben Okafor: To-do list: Warp the loom').waitFor();
    assert.equal(await main.getByText('/poll').count(), 0);
    assert.equal(await main.getByText('/todo').count(), 0);
  });

  sentence('Drafts and scheduled messages say what a poll or to-do list is about', async (_t, stage) => {
    const draft = {
      type: 'stream',
      to: [stage.weaving],
      topic: 'vote',
      content: '/poll Plain or twill?\nplain',
    };
    await done(stage.as('ada').post('/drafts', { drafts: [draft] }));
    const params = { type: 'channel', to: stage.weaving, topic: 'vote', content: '/todo Oil the loom' };
    const at = Math.floor(Date.now() / 1000) + 3600;
    await done(stage.as('ada').post('/scheduled_messages', { ...params, scheduled_delivery_timestamp: at }));
    const ada = await stage.openPage('ada', '/drafts');
    await ada.getByRole('main').getByText('Poll: Plain or twill?').waitFor();
    await ada.goto('/scheduled');
    await ada.getByRole('main').getByText('To-do list: Oil the loom').waitFor();
  });

  sentence('The dialog that deletes a poll names it', async (_t, stage) => {
    await stage.say('ada', 'reeds', '/poll Which reed?\n40/10');
    const ada = await stage.openPage('ada', stage.topicPath('reeds'));
    await choose(ada, getStored(ada, 'Which reed?'), 'Delete');
    await getDialog(ada, 'Delete this message?').getByText('Poll: Which reed?').waitFor();
  });
});
