/** Searching for a GIF beside the text, by pointer and by key. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { gifService } from '../support/services/gif-service.ts';
import { getButton, getCompose } from './page.ts';
import { done, inWindows, until, type Stage } from './stage.ts';

async function withGifs(t: TestContext, { server, dataDir }: Stage) {
  await server.stop();
  writeFileSync(join(dataDir, 'heddle.toml'), 'giphy_api_key = "key"\nreachable_networks = "127.0.0.1"\n');
  await server.start();
  return gifService(t, server.app);
}

inWindows('GIF search', (sentence) => {
  sentence('A GIF is found and chosen by key, and its title is escaped', async (t, stage) => {
    const service = await withGifs(t, stage);
    const ben = await stage.openPage('ben', stage.topicPath('gifs'));
    await getCompose(ben).fill('Look ');
    await getButton(ben, 'Add a GIF').click();
    const field = ben.getByRole('combobox', { name: 'Search GIPHY' });
    await ben.getByRole('option', { name: /trending/ }).waitFor();
    await field.fill('loom');
    await ben.getByRole('option', { name: /loom/ }).waitFor();
    await getButton(ben, 'More').click();
    await until('there are two', async () => (await ben.getByRole('option', { name: /loom/ }).count()) === 2);
    await field.press('ArrowRight');
    await field.press('Enter');
    const expected =
      'Look [A loom all GIF by Weaver](https://media.example.com/loom-1-downsized_medium.gif) ';
    await until('it is in the text', async () => (await getCompose(ben).inputValue()) === expected);
    assert.equal(await field.count(), 0);
    assert.ok(service.asked.every(({ pathname }) => pathname.startsWith('/v1/gifs/')));
  });

  sentence('The GIF button is hidden by the organization’s setting', async (t, stage) => {
    await withGifs(t, stage);
    const ben = await stage.openPage('ben', stage.topicPath('gifs'));
    await getCompose(ben).fill('Look ');
    const button = getButton(ben, 'Add a GIF');
    await button.waitFor();
    await done(stage.as('ada').patch('/realm', { gif_rating_policy: 0 }));
    await until('it is gone', async () => (await button.count()) === 0);
  });
});
