/** What links to websites lead to, as it is shown in messages. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { localServer } from '../support/services/local-server.ts';
import { getStored } from './page.ts';
import { done, inWindows, until, type Stage } from './stage.ts';

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
