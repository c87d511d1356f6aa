/** Finding things again: search, the switcher, the inbox, what was said lately, and addresses that lead there. */
import assert from 'node:assert/strict';
import { getButton, getCompose, getSearch, isFilled, getLeft, getStored, getTitle } from './page.ts';
import { done, onOneServer, until, type Page } from './stage.ts';

/** Presses Enter as an input method does, also as in Safari. @returns whether the input method gets the key */
const confirmWord = (page: Page) =>
  page.evaluate<boolean>(`[{ isComposing: true }, { keyCode: 229 }].every((by) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    for (const [name, value] of Object.entries(by)) Object.defineProperty(event, name, { value });
    return document.activeElement.dispatchEvent(event);
  })`);

async function search(page: Page, query: string): Promise<void> {
  await page.goto(`/search?q=${encodeURIComponent(query)}`);
}

const choices = (page: Page) => getSearch(page).getByRole('option');

onOneServer('Search and navigation', (sentence) => {
  sentence('A view opens at the day that was chosen, and a search by date finds it', async (_t, stage) => {
    await stage.say('ben', 'madder', 'The roots were dug.');
    const ada = await stage.openPage('ada', '/inbox');
    await getLeft(ada).getByRole('link', { name: 'Inbox' }).waitFor();
    await search(ada, 'on:today roots');
    const found = getStored(ada, 'The roots were dug.');
    await found.waitFor();
    await ada.keyboard.press('T');
    const dialog = ada.getByRole('dialog', { name: 'Go to date' });
    await dialog.getByLabel('Date').fill('2020-02-29');
    await getButton(dialog, 'Go').click();
    await until('the search opens at its first message since then', () =>
      /\/search\/near\/\d+/.test(ada.url()),
    );
    await found.waitFor();
    await search(ada, 'before:today roots');
    await ada.getByText('No messages match this search').waitFor();
    await search(ada, 'size:3 roots');
    await ada.getByText('No search filter named “size”').waitFor();
    await search(ada, 'before:soon');
    await ada.getByText('“soon” is not a date').waitFor();
  });

  sentence(
    'A search is built from suggested words and operators, and repeated from the history',
    async (_t, stage) => {
      await stage.say('ben', 'indigo', 'The vat turns green.');
      await stage.say('ada', 'indigo', 'And the cloth turns blue.');
      const ada = await stage.openPage('ada', '/inbox');
      await getLeft(ada).getByRole('link', { name: 'Inbox' }).waitFor();
      await ada.keyboard.press('/');
      await getSearch(ada).waitFor();
      await ada.keyboard.type('sender:be');
      await choices(ada).filter({ hasText: 'sender:"Ben Okafor"' }).waitFor();
      await ada.keyboard.press('Enter');
      const chip = getButton(getSearch(ada), 'Remove the filter sender:"Ben Okafor"');
      await chip.waitFor();
      await ada.keyboard.press('Backspace');
      await isFilled(getSearch(ada).getByRole('combobox'), 'sender:"Ben Okafor"');
      await ada.keyboard.type(' ');
      await chip.click();
      await chip.waitFor({ state: 'detached' });
      await ada.keyboard.type('sender:be');
      await choices(ada).filter({ hasText: 'sender:"Ben Okafor"' }).waitFor();
      await ada.keyboard.press('Tab');
      await chip.waitFor();
      await ada.keyboard.type('turns');
      const query = 'sender:"Ben Okafor" turns';
      await isFilled(getSearch(ada).getByRole('combobox'), 'turns');
      await ada.keyboard.press('Enter');
      const found = getStored(ada, 'The vat turns green.');
      await found.locator('.highlight').filter({ hasText: 'turns' }).waitFor();
      await getStored(ada, 'turns blue').waitFor({ state: 'detached' });
      await ada.reload();
      await found.waitFor();

      await ada.goto('/inbox');
      await getLeft(ada).getByRole('link', { name: 'Inbox' }).waitFor();
      await ada.keyboard.press('/');
      await choices(ada).filter({ hasText: query }).click();
      await found.waitFor();
      await ada.keyboard.press('/');
      await chip.click();
      await getSearch(ada).getByRole('combobox').fill('');
      await getButton(getSearch(ada), 'Clear recent searches').click();
      await choices(ada).filter({ hasText: query }).waitFor({ state: 'detached' });
      await getSearch(ada).getByRole('combobox').fill('nothing says this');
      await ada.keyboard.press('Enter');
      await ada.getByText('No messages match this search').waitFor();
      for (const [search, title] of [
        ['channel:foo tea', 'No channel named “foo”'],
        ['sender:"No Body"', 'No person named “No Body”'],
      ] as const) {
        await ada.goto(`/search?q=${encodeURIComponent(search)}`);
        await ada.getByRole('heading', { name: title }).waitFor();
      }
      await ada.goto('/search?q=from%3Aben%20blue');
      await ada.getByRole('link', { name: 'from:"Ben Okafor" blue' }).click();
      await ada.getByRole('heading', { name: 'Search: from:"Ben Okafor" blue' }).waitFor();
    },
  );

  sentence('The switcher finds topics, users, channels and views by a few letters', async (_t, stage) => {
    await stage.say('ben', 'shibori', 'Folded and tied.');
    const ada = await stage.openPage('ada', '/inbox');
    await getLeft(ada).getByRole('link', { name: 'Inbox' }).waitFor();
    for (const [letters, name, title] of [
      ['shib', 'shibori', 'shibori'],
      ['okaf', 'Ben Okafor', 'Ben Okafor'],
      ['weav', 'weaving', 'weaving'],
      ['star', 'Starred', 'Starred'],
    ] as const) {
      await ada.keyboard.press('Control+k');
      await getSearch(ada).waitFor();
      await ada.keyboard.type(letters);
      await choices(ada).first().filter({ hasText: name }).waitFor();
      await ada.keyboard.press('Enter');
      await getTitle(ada).filter({ hasText: title }).waitFor();
      await getSearch(ada).waitFor({ state: 'detached' });
    }
  });

  sentence('Enter that confirms a word of an input method acts on no list of the page', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/inbox');
    await getLeft(ada).getByRole('link', { name: 'Inbox' }).waitFor();
    await ada.keyboard.press('Control+k');
    await getSearch(ada).getByRole('combobox').fill('Ben');
    await choices(ada).filter({ hasText: 'Ben Okafor' }).waitFor();
    assert.ok(await confirmWord(ada));
    await choices(ada).filter({ hasText: 'Ben Okafor' }).waitFor();
    await ada.keyboard.press('Enter');
    await getSearch(ada).waitFor({ state: 'detached' });

    await ada.keyboard.press('x');
    const people = ada.getByRole('combobox', { name: 'People' });
    await people.fill('Ben');
    await ada.getByRole('option').filter({ hasText: 'Ben Okafor' }).waitFor();
    assert.ok(await confirmWord(ada));
    await isFilled(people, 'Ben');

    const filter = ada.getByRole('textbox', { name: 'Filter conversations' });
    await filter.fill('inbox');
    assert.ok(await confirmWord(ada));
    await isFilled(filter, 'inbox');
  });

  sentence('Conversations in the inbox are opened, marked as read and collapsed', async (_t, stage) => {
    for (const topic of ['carder', 'comb']) await stage.say('ben', topic, `A new ${topic}.`);
    await done(
      stage.as('ben').post('/messages', { type: 'direct', to: [stage.people.ada.id], content: 'Psst.' }),
    );
    const ada = await stage.openPage('ada', '/inbox');
    const row = (name: string) => ada.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await row('carder').getByRole('link').getByLabel('1 unread').waitFor();
    await row('carder').hover();
    await getButton(row('carder'), 'Mark as read').click();
    await row('carder').waitFor({ state: 'detached' });
    await until(
      'the server knows',
      async () => (await stage.read('ada', 'carder'))[0]?.flags.includes('read') === true,
    );
    const direct = ada.getByRole('main').getByRole('link', { name: /^Ben Okafor/ });
    await direct.click();
    await getStored(ada, 'Psst.').waitFor();
    await getLeft(ada)
      .getByRole('link', { name: 'Ben Okafor' })
      .getByLabel('unread')
      .waitFor({ state: 'detached' });
    await ada.goBack();
    await row('comb').waitFor();
    await direct.waitFor({ state: 'detached' });
  });

  sentence('Recent conversations are filtered and sorted', async (_t, stage) => {
    await stage.say('ben', 'aaa first', 'One.');
    await stage.say('ben', 'zzz last', 'Two.');
    await done(
      stage.as('ada').post('/messages', { type: 'direct', to: [stage.people.ben.id], content: 'Three.' }),
    );
    const ada = await stage.openPage('ada', '/recent');
    const rows = ada.getByRole('main').getByRole('list', { name: 'Recent conversations' }).getByRole('link');
    await rows.first().filter({ hasText: 'Ben Okafor' }).waitFor();
    await getButton(ada, 'Channels').and(ada.locator('[aria-pressed]')).click();
    await rows.first().filter({ hasText: 'zzz last' }).waitFor();
    await getButton(ada, 'Sort by Conversation').click();
    await rows.first().filter({ hasText: 'aaa first' }).waitFor();
    await ada.getByRole('main').getByRole('textbox', { name: 'Filter conversations' }).fill('zzz');
    await until('one is left', async () => (await rows.count()) === 1);
    await rows.first().click();
    await getStored(ada, 'Two.').waitFor();
    await ada.goBack();
    await rows.first().waitFor();
  });

  sentence('An address leads to its screen, also by going back and forward', async (_t, stage) => {
    await stage.say('ben', 'patterns', 'Row 1 of the pattern.');
    const ada = await stage.openPage('ada', stage.topicPath('patterns'));
    await getStored(ada, 'Row 1 of').waitFor();
    for (const [path, shown] of [
      ['/search?q=pattern', 'Search: pattern'],
      [`/dm/${stage.people.ben.id}`, 'Ben Okafor'],
      ['/starred', 'Starred'],
      [`/channels/${stage.weaving}/people`, 'weaving'],
    ] as const) {
      await ada.goto(path);
      await getTitle(ada).filter({ hasText: shown }).waitFor();
    }
    for (const shown of ['Starred', 'Ben Okafor', 'Search: pattern']) {
      await ada.goBack();
      await getTitle(ada).filter({ hasText: shown }).waitFor();
    }
    await ada.goBack();
    await getStored(ada, 'Row 1 of').waitFor();
    await ada.goForward();
    await getTitle(ada).filter({ hasText: 'Search: pattern' }).waitFor();
    await ada.goto('/settings/notifications');
    const settings = ada.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('heading', { name: 'Notifications', level: 2 }).waitFor();
    await ada.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await ada.goto('/no/such/place');
    await ada.getByText('Page not found').waitFor();
    await getCompose(ada).waitFor({ state: 'detached' });
  });
});
