/** Emoji images, in the style that a person chose. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { emojiVersions } from '../../wire/emoji-versions.ts';
import { getButton, getCompose, getDialog, getStored, write, untilControlled, getProperty } from './page.ts';
import { done, onOneServer, until, withWorker, type Stage } from './stage.ts';

type EmojiSet = keyof typeof emojiVersions;

const getPicture = (place: Page | Locator, set: EmojiSet, code: string): Locator =>
  place.locator(`img[src="/static/emoji/${set}-${emojiVersions[set]}/${code}.webp"]`).first();

/** Waits until it is not only there, but drawn. */
async function drawn(place: Page | Locator, set: EmojiSet, code: string): Promise<void> {
  const picture = getPicture(place, set, code);
  await picture.waitFor();
  await until(`${set} ${code} is drawn`, async () => (await getProperty(picture, 'naturalWidth')) === 64);
}

const choose = (stage: Stage, emojiset: EmojiSet | 'text') =>
  done(stage.as('ada').patch('/settings', { emojiset }));

/** Adds a reaction of Ben's to the newest message of a topic. */
async function reactTo(stage: Stage, topic: string, emoji_name: string): Promise<void> {
  const id = (await stage.read('ada', topic)).at(-1)?.id;
  await done(stage.as('ben').post(`/messages/${String(id)}/reactions`, { emoji_name }));
}

onOneServer('An emoji', (sentence) => {
  sentence(
    'An emoji is an image of this server in messages, reactions, picker, suggestions and statuses',
    async (_t, stage) => {
      await choose(stage, 'google');
      await stage.say('ben', 'pictures', 'Well done :tada: and 🎈');
      await reactTo(stage, 'pictures', 'octopus');
      await done(stage.as('ben').post('/users/me/status', { status_text: 'away', emoji_name: 'palm_tree' }));
      const ada = await stage.openPage('ada', stage.topicPath('pictures'));
      const message = getStored(ada, 'Well done');
      for (const code of ['1f389', '1f388']) await drawn(message, 'google', code);
      await drawn(message.getByRole('button', { name: 'octopus' }), 'google', '1f419');
      await message.getByRole('img', { name: 'tada' }).waitFor();
      await drawn(ada, 'google', '1f334');
      await getCompose(ada).pressSequentially(':rocke');
      await drawn(ada.getByRole('listbox', { name: 'Suggestions' }), 'google', '1f680');
      await getCompose(ada).fill('A :rainbow:');
      await getButton(ada, 'Preview').click();
      await drawn(ada, 'google', '1f308');
      await getButton(ada, 'Continue editing').click();
      await getButton(ada, 'Choose an emoji').click();
      const picker = getDialog(ada, 'Choose an emoji');
      await picker.getByRole('combobox', { name: 'Search emoji' }).fill('sunflower');
      await drawn(picker.getByRole('option', { name: 'sunflower' }), 'google', '1f33b');
    },
  );

  sentence('An emoji is copied as its character, and shown as it without an image', async (_t, stage) => {
    await choose(stage, 'google');
    await stage.say('ben', 'copies', 'Copied :tada: with :thumbs_up: all');
    // It has a name here and no picture.
    await stage.say('ben', 'copies', 'New :trombone: sounds');
    const ada = await stage.openPage('ada', stage.topicPath('copies'), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const message = getStored(ada, 'Copied');
    await drawn(message, 'google', '1f389');
    const text = await ada.evaluate<string>(`(() => {
      const texts = [...document.querySelectorAll('.rendered')];
      getSelection().selectAllChildren(texts.find(({ textContent }) => textContent.startsWith('Copied')));
      document.execCommand('copy');
      return navigator.clipboard.readText();
    })()`);
    assert.equal(text.trim(), 'Copied 🎉 with 👍 all');
    await getStored(ada, 'New 🪊 sounds').getByRole('img', { name: 'trombone' }).waitFor();
  });

  sentence('The emoji picker loads only visible images at first', async (_t, stage) => {
    await choose(stage, 'google');
    const ada = await stage.openPage('ada', stage.topicPath('sight'));
    const asked = new Set<string>();
    ada.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/static/emoji/')) asked.add(pathname);
    });
    await getButton(ada, 'Choose an emoji').click();
    const picker = getDialog(ada, 'Choose an emoji');
    await getButton(picker, 'People').click();
    const last = picker.getByRole('option').last();
    await until('all of them are there', async () => (await picker.getByRole('option').count()) > 250);
    await drawn(picker.getByRole('option').first(), 'google', '261d');
    assert.ok(asked.size < 160, `${asked.size} pictures`);
    assert.equal(await last.locator('img').count(), 0);
    await last.scrollIntoViewIfNeeded();
    await last.locator('img').waitFor();
  });

  sentence('An emoji that was shown once is available offline', async (_t, stage) => {
    await choose(stage, 'twitter');
    await stage.say('ben', 'offline', 'Seen :cactus: once');
    const ada = await stage.openPage('ada', stage.topicPath('offline'), withWorker);
    await untilControlled(ada);
    await ada.reload();
    await drawn(getStored(ada, 'Seen'), 'twitter', '1f335');
    const path = `/static/emoji/twitter-${emojiVersions.twitter}/1f335.webp`;
    await until('it is kept', () =>
      ada.evaluate<boolean>(`caches.match('${path}').then((found) => found !== undefined)`),
    );
    await write(ada, 'Thanks');
    await choose(stage, 'google');
  });
});
