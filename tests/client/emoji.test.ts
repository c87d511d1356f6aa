/** The style of emoji that a person chose. */
import assert from 'node:assert/strict';
import { emojiVersions } from '../../wire/emoji-versions.ts';
import { getLeft, getStored, getTitle, getButton, getCompose } from './page.ts';
import { done, onOneServer, type Locator, type Stage, inWindows, until } from './stage.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { gifService } from '../support/services/gif-service.ts';

type EmojiSet = keyof typeof emojiVersions;

const getPicture = (place: Locator, set: EmojiSet, code: string): Locator =>
  place.locator(`img[src="/static/emoji/${set}-${emojiVersions[set]}/${code}.webp"]`).first();

const choose = (stage: Stage, emojiset: EmojiSet | 'text') =>
  done(stage.as('ada').patch('/settings', { emojiset }));

onOneServer('An emoji', (sentence) => {
  sentence('An emoji uses the chosen emoji set immediately', async (_t, stage) => {
    await choose(stage, 'google');
    await stage.say('ben', 'styles', 'Smile :smile: now');
    const [{ id } = { id: 0 }] = await stage.read('ada', 'styles');
    await done(stage.as('ben').post(`/messages/${id}/reactions`, { emoji_name: 'heart' }));
    const ada = await stage.openPage('ada', stage.topicPath('styles'));
    const message = getStored(ada, 'Smile');
    for (const set of ['google', 'twitter', 'google-blob'] as const) {
      await choose(stage, set);
      await getPicture(message, set, '1f642').waitFor();
      await getPicture(message.getByRole('button', { name: 'heart' }), set, '2764').waitFor();
    }
    await choose(stage, 'text');
    await getStored(ada, 'Smile :smile: now').waitFor();
    await message.locator('button').filter({ hasText: ':heart:' }).waitFor();
    await message.locator('img[src*="/static/emoji/"]').first().waitFor({ state: 'detached' });
    await choose(stage, 'google');
    await getPicture(message, 'google', '1f642').waitFor();
  });

  sentence('Emoji with skin tones and in names use the chosen emoji set', async (_t, stage) => {
    await choose(stage, 'twitter');
    await stage.say('ben', 'dye 🎨 day', 'Agreed 👍🏽 and `👍🏽`');
    const ada = await stage.openPage('ada', stage.topicPath('dye 🎨 day'));
    const message = getStored(ada, 'Agreed');
    const thumb = getPicture(message, 'twitter', '1f44d-1f3fd');
    await thumb.and(ada.locator('img[alt="👍🏽"]')).waitFor();
    await message.locator('code').filter({ hasText: '👍🏽' }).waitFor();
    await getPicture(getTitle(ada), 'twitter', '1f3a8').waitFor();
    const row = getLeft(ada).getByRole('link').filter({ hasText: 'dye' });
    await getPicture(row, 'twitter', '1f3a8').waitFor();
    const [{ id } = { id: 0 }] = await stage.read('ada', 'dye 🎨 day');
    const renaming = { topic: 'dye 🎉 day', propagate_mode: 'change_all' };
    await done(stage.as('ben').patch(`/messages/${id}`, renaming));
    await getPicture(ada.locator('.toast'), 'twitter', '1f389').waitFor();
    await choose(stage, 'text');
    await getTitle(ada).filter({ hasText: 'dye 🎉 day' }).waitFor();
    await getStored(ada, 'Agreed 👍🏽').waitFor();
    await choose(stage, 'google');
  });
});

// Searching for a GIF beside the text, by pointer and by key.

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
