/** Wherever keys lead, the focus is in the list in the middle. */
import { getButton, getDialog, getLeft, getStored, getTitle } from './page.ts';
import { done, inWindows, until, type Page } from './stage.ts';

/** Where the focus is, as far as it matters here. */
const getFocus = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const focused = document.activeElement;
    if (focused.closest('#middle .virtual-list') !== null) return 'the list';
    return focused.id === 'middle' ? 'the middle' : focused.tagName.toLowerCase();
  })()`);

const isInList = (page: Page, after: string) =>
  until(`the focus is in the list after ${after}`, async () => (await getFocus(page)) === 'the list');

inWindows('The focus', (sentence) => {
  sentence('The focus is in the list after keyboard navigation and after a reload', async (_t, stage) => {
    for (const topic of ['alum', 'brass']) await stage.say('ben', topic, `A note on ${topic}.`);
    const direct = { type: 'direct', to: [stage.people.ada.id], content: 'Psst.' };
    await done(stage.as('ben').post('/messages', direct));
    const ada = await stage.openPage('ada', '/inbox');
    await ada.getByRole('main').getByRole('link').first().waitFor();
    await isInList(ada, 'opening');
    const go = async (key: string, title: string | RegExp) => {
      await ada.keyboard.press(key);
      await getTitle(ada).filter({ hasText: title }).waitFor();
      await isInList(ada, `${key} to ${String(title)}`);
    };
    await go('n', /alum|brass/);
    await go('n', /alum|brass/);
    await go('p', 'Ben Okafor');
    await go('t', 'Recent');
    await go('a', 'Combined feed');
    await ada.keyboard.press('j');
    await ada.locator('article:focus').waitFor();
    await go('s', 'Ben Okafor');
    await ada.keyboard.press('Control+k');
    await ada.keyboard.type('alum');
    await ada.getByRole('option', { name: 'alum' }).first().waitFor();
    await go('Enter', 'alum');
    await ada.keyboard.press('/');
    await ada.keyboard.type('brass');
    await go('Enter', 'Search: brass');
    await getStored(ada, 'A note on').waitFor();
    await go('t', 'Recent');
    await getLeft(ada).getByRole('link', { name: 'Combined feed' }).focus();
    await go('Enter', 'Combined feed');
    await ada.goBack();
    await getTitle(ada).filter({ hasText: 'Recent' }).waitFor();
    await isInList(ada, 'going back');
    await ada.reload();
    await ada.locator('.recent-row').first().waitFor();
    await isInList(ada, 'a reload');
  });

  sentence('The focus goes to the next draft when one is deleted, then to the heading', async (_t, stage) => {
    const drafts = ['first', 'second', 'third'].map((content, index) => ({
      type: 'stream',
      to: [stage.weaving],
      topic: 'begun',
      content,
      timestamp: 1_700_000_000 - index,
    }));
    await done(stage.as('ada').post('/drafts', { drafts }));
    const ada = await stage.openPage('ada', '/drafts');
    const main = ada.getByRole('main');
    const row = (text: string) => main.getByRole('button').filter({ hasText: text });
    const isFocused = (text: string) => row(text).and(ada.locator(':focus')).waitFor();
    await row('second').waitFor();
    await row('second').focus();
    await ada.keyboard.press('Backspace');
    await isFocused('third');
    await ada.keyboard.press('Backspace');
    await isFocused('first');
    await getButton(main, 'Delete draft').click();
    await ada.getByRole('heading', { name: 'No drafts' }).waitFor();
    await until('the focus is on the heading', () =>
      ada.evaluate<boolean>("document.activeElement.matches('#middle h1')"),
    );
  });

  sentence('The focus returns to the list when a dialog closes', async (_t, stage) => {
    await stage.say('ben', 'madder', 'It is red.');
    const ada = await stage.openPage('ada', stage.topicPath('madder'));
    await getStored(ada, 'It is red.').waitFor();
    await isInList(ada, 'opening');
    for (const [key, what] of [
      ['?', getDialog(ada, 'Keyboard shortcuts')],
      ['/', ada.getByRole('dialog', { name: 'Search or go to' })],
      ['Control+k', ada.getByRole('dialog', { name: 'Search or go to' })],
    ] as const) {
      await ada.keyboard.press(key);
      await what.waitFor();
      await ada.keyboard.press('Escape');
      await what.waitFor({ state: 'detached' });
      await isInList(ada, `closing what ${key} opened`);
    }
    // All is read, so that the first choice of the menu cannot be made.
    await getLeft(ada).locator('.sidebar-unread').waitFor({ state: 'detached' });
    await ada.keyboard.press('i');
    const menu = ada.getByRole('menu', { name: 'madder' });
    await menu.getByRole('menuitem', { name: 'Copy link' }).and(ada.locator(':focus')).waitFor();
    await ada.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await isInList(ada, 'closing the menu of the topic');
    for (const [key, name] of [
      ['w', 'Filter people'],
      ['q', 'Filter conversations'],
      ['c', 'Topic'],
      ['x', 'People'],
    ] as const) {
      await ada.keyboard.press(key);
      await ada.getByLabel(name, { exact: true }).and(ada.locator(':focus')).waitFor();
      await ada.keyboard.press('Escape');
      await isInList(ada, `leaving the field that ${key} led to`);
    }
    await ada.keyboard.press('j');
    for (const [key, what] of [
      ['i', ada.getByRole('menu', { name: 'Actions for this message' })],
      ['m', getDialog(ada, 'Move')],
      [':', getDialog(ada, 'Choose an emoji')],
    ] as const) {
      await ada.keyboard.press(key);
      await what.waitFor();
      await ada.keyboard.press('Escape');
      await what.waitFor({ state: 'detached' });
      await isInList(ada, `closing what ${key} opened`);
    }
    await ada.keyboard.press('r');
    await ada.getByLabel('Write a message').and(ada.locator(':focus')).waitFor();
    await ada.keyboard.press('Escape');
    await getStored(ada, 'It is red.').and(ada.locator(':focus')).waitFor();
    await ada.keyboard.press('Escape');
    await isInList(ada, 'leaving the message');
    await ada.goto('/settings/notifications');
    const settings = getDialog(ada, 'Settings');
    await settings.waitFor();
    await ada.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await until('the focus is not lost', async () => (await getFocus(ada)) !== 'body');
  });

  sentence('The focus stays in the list when the focused message is deleted or moved', async (_t, stage) => {
    for (const text of ['One.', 'Two.', 'Three.', 'Four.']) await stage.say('ben', 'loom', text);
    const ids = new Map((await stage.read('ada', 'loom')).map(({ content, id }) => [content, id]));
    const ada = await stage.openPage('ada', stage.topicPath('loom'));
    const focused = (text: string) => getStored(ada, text).and(ada.locator(':focus')).waitFor();
    await getStored(ada, 'Four.').waitFor();
    await ada.keyboard.press('j');
    await ada.keyboard.press('k');
    await focused('Three.');
    await done(stage.as('ada').delete(`/messages/${ids.get('Three.') ?? 0}`));
    await getStored(ada, 'Three.').waitFor({ state: 'detached' });
    await isInList(ada, 'the deletion');
    await ada.keyboard.press('k');
    await focused('Two.');
    const move = { topic: 'elsewhere', propagate_mode: 'change_one' };
    await done(stage.as('ada').patch(`/messages/${ids.get('Two.') ?? 0}`, move));
    await getStored(ada, 'Two.').waitFor({ state: 'detached' });
    await isInList(ada, 'the move');
    await ada.keyboard.press('j');
    await focused('Four.');
  });

  sentence('Scroll keys keep the focus in a short list', async (_t, stage) => {
    await stage.say('ben', 'short', 'Only this.');
    const ada = await stage.openPage('ada', stage.topicPath('short'));
    await getStored(ada, 'Only this.').waitFor();
    for (const key of ['PageDown', 'Space', 'PageUp', 'Home', 'End', 'J', 'K']) {
      await ada.keyboard.press(key);
      await isInList(ada, key);
    }
    await ada.keyboard.press('j');
    await getStored(ada, 'Only this.').and(ada.locator(':focus')).waitFor();
  });
});
