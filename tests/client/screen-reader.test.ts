/** The page as a screen reader goes through it: roles, names, order and focus. docs/accessibility.md describes the same. */
import assert from 'node:assert/strict';
import { picture } from '../support/fixtures/pictures.ts';
import { getCompose, getDialog, getStored } from './page.ts';
import { done, onOneServer, until, type Locator, type Page } from './stage.ts';

/** Landmarks and live regions in the order in which they are come across. */
const readLandmarks = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('nav, main, aside, [role=log]')]
    .map((each) => [each.getAttribute('role') ?? each.localName, each.getAttribute('aria-label')].filter(Boolean).join(' '))`);

/** What a message consists of, in order. */
const readParts = (message: Locator): Promise<string[]> =>
  message.evaluate((article) =>
    [
      ...article.querySelectorAll(
        '.message-name, .message-time, .rendered, .reaction, [role=toolbar], .icon-button',
      ),
    ].map(
      (part) =>
        part.getAttribute('aria-label') ?? (part.matches('.message-time') ? 'time' : part.textContent.trim()),
    ),
  );

const isFocused = (page: Page, place: Locator) => place.and(page.locator(':focus')).waitFor();

onOneServer('A screen reader', (sentence) => {
  sentence('The page has its landmarks in order, and one main heading', async (_t, stage) => {
    await stage.say('ben', 'spindle', 'Whorls.');
    const ada = await stage.openPage('ada', stage.topicPath('spindle'));
    await getStored(ada, 'Whorls.').waitFor();
    await ada.getByRole('complementary', { name: 'People' }).waitFor();
    assert.deepEqual(await readLandmarks(ada), ['nav Conversations', 'main', 'aside People', 'log']);
    assert.equal(await ada.getByRole('heading', { level: 1 }).count(), 1);
    assert.equal(await ada.getByRole('log').getAttribute('aria-live'), 'polite');
  });

  sentence(
    'Messages are a list of articles named by sender and time, with their parts in order',
    async (_t, stage) => {
      for (const text of ['One hank.', 'Two hanks.']) await stage.say('ben', 'hanks', text);
      const [{ id } = { id: 0 }] = await stage.read('ada', 'hanks');
      await done(stage.as('ben').post(`/messages/${id}/reactions`, { emoji_name: 'tada' }));
      const ada = await stage.openPage('ada', stage.topicPath('hanks'));
      await getStored(ada, 'Two hanks.').waitFor();
      await ada.getByRole('button', { name: 'Ben Okafor reacted with tada' }).waitFor();
      const articles = ada.getByRole('list', { name: 'Messages' }).getByRole('article');
      const names = await Promise.all([0, 1].map((i) => articles.nth(i).getAttribute('aria-label')));
      // Also the second, which shows no sender.
      for (const name of names) assert.match(name ?? '', /^Ben Okafor, \d+:\d\d/);
      await ada.keyboard.press('k');
      await ada.keyboard.press('k');
      await isFocused(ada, articles.first());
      assert.deepEqual(await readParts(articles.first()), [
        'Ben Okafor',
        'time',
        'One hank.',
        'Ben Okafor reacted with tada',
        'Actions for this message',
        'Add a reaction',
        'Reply',
        'More actions',
      ]);
    },
  );

  sentence(
    'Within a message, images have names, and headings are below that of the page',
    async (_t, stage) => {
      const files = new FormData();
      const loom = await picture(40, 30);
      files.set('file', new File([loom], 'loom.png', { type: 'image/png' }));
      const { url } = await done(stage.as('ben').send('POST', '/user_uploads', { body: files }));
      await stage.say('ben', 'looms', `# Our loom\n\n[The loom](${String(url)})`);
      const ada = await stage.openPage('ada', stage.topicPath('looms'));
      const message = getStored(ada, 'Our loom');
      await message.getByRole('img', { name: 'The loom' }).waitFor();
      await message.getByRole('heading', { name: 'Our loom', level: 2 }).waitFor();
    },
  );

  sentence('An audio file can be played where it is, under its name', async (_t, stage) => {
    const files = new FormData();
    files.set('file', new File(['OggS'], 'shuttle.ogg', { type: 'audio/ogg' }));
    const { url } = await done(stage.as('ben').send('POST', '/user_uploads', { body: files }));
    await stage.say('ben', 'sounds', `[The shuttle](${String(url)})`);
    const ada = await stage.openPage('ada', stage.topicPath('sounds'));
    const player = getStored(ada, 'The shuttle').getByRole('group', { name: 'The shuttle' });
    await player.getByRole('button', { name: 'Play' }).waitFor();
    await player.getByRole('slider', { name: 'Position' }).waitFor();
    await player.getByRole('button', { name: 'Speed: 1×' }).waitFor();
    await player.getByRole('link', { name: 'Download' }).waitFor();
    await getStored(ada, 'The shuttle').getByRole('link', { name: 'The shuttle' }).waitFor();
  });

  sentence('A new message is read out and leaves the focus where it is', async (_t, stage) => {
    await stage.say('ben', 'bobbins', 'Full.');
    const ada = await stage.openPage('ada', stage.topicPath('bobbins'));
    await getStored(ada, 'Full.').waitFor();
    await getCompose(ada).focus();
    const announcement = ada.getByRole('log').getByText('New message from Ben Okafor');
    await Promise.all([announcement.waitFor({ state: 'attached' }), stage.say('ben', 'bobbins', 'Empty.')]);
    await isFocused(ada, getCompose(ada));
  });

  sentence('Suggestions are options that the field names while it keeps the focus', async (_t, stage) => {
    const ada = await stage.openPage('ada', stage.topicPath('bobbins'));
    const region = ada.getByRole('region', { name: 'Write a message' });
    const field = region.getByRole('textbox', { name: 'Write a message' });
    await field.focus();
    await ada.keyboard.type('@oka');
    const option = ada.getByRole('listbox').getByRole('option', { name: 'Ben Okafor' });
    await option.waitFor();
    await isFocused(ada, field);
    const active = await field.getAttribute('aria-activedescendant');
    assert.equal(active, await option.getAttribute('id'));
    assert.equal(await option.getAttribute('aria-selected'), 'true');
  });

  sentence('Menus and dialogs have names, take the focus and give it back', async (_t, stage) => {
    await stage.say('ben', 'heddles', 'Bent.');
    const ada = await stage.openPage('ada', stage.topicPath('heddles'));
    const message = getStored(ada, 'Bent.');
    await message.waitFor();
    await ada.keyboard.press('k');
    await isFocused(ada, message);
    await ada.keyboard.press('i');
    const menu = ada.getByRole('menu', { name: 'Actions for this message' });
    await isFocused(ada, menu.getByRole('menuitem').first());
    await ada.keyboard.press('Escape');
    await isFocused(ada, message);
    await ada.keyboard.press('m');
    const dialog = getDialog(ada, 'Move');
    await dialog.getByRole('heading', { name: 'Move', level: 2 }).waitFor();
    await until('the focus is in a field of it', () =>
      ada.evaluate<boolean>(`document.activeElement.matches('dialog input, dialog select')`),
    );
    await ada.keyboard.press('Escape');
    await isFocused(ada, message);
  });
});
