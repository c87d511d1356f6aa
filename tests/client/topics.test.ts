/** Topics, read ones too: in the sidebar, in the switcher and in suggestions. */
import assert from 'node:assert/strict';
import {
  chooseOnLeft,
  getButton,
  getCompose,
  getLeft,
  getStored,
  getTitle,
  getToast,
  goTo,
  isAt,
  isFilled,
} from './page.ts';
import { done, onOneServer, until, type Page, type Stage } from './stage.ts';

const getSearch = (page: Page) => page.getByRole('dialog', { name: 'Search or go to' });
const link = (page: Page, name: string) => getLeft(page).getByRole('link', { name });

/** Said long ago, as far as Ada is concerned. */
async function sayRead(stage: Stage, topic: string): Promise<void> {
  await stage.say('ben', topic, `About ${topic}.`);
  const narrow = [
    { operator: 'channel', operand: stage.weaving },
    { operator: 'topic', operand: topic },
  ];
  const range = { anchor: 'oldest', num_before: 0, num_after: 100, narrow, op: 'add', flag: 'read' };
  await done(stage.as('ada').post('/messages/flags/narrow', range));
}

onOneServer('Topics', (sentence) => {
  sentence('A channel is expanded into its read topics, which follow what happens', async (_t, stage) => {
    for (const topic of ['heddle height', 'warp tension']) await sayRead(stage, topic);
    const ada = await stage.openPage('ada', '/inbox');
    await link(ada, 'weaving').first().waitFor();
    await getButton(getLeft(ada), 'Topics in weaving').click();
    await link(ada, 'heddle height').waitFor();
    await link(ada, 'warp tension').waitFor();
    await sayRead(stage, 'selvedge');
    await link(ada, 'selvedge').waitFor();
    await chooseOnLeft(ada, 'selvedge', 'Mark as resolved');
    await getLeft(ada).getByRole('img', { name: 'Resolved' }).waitFor();
    await link(ada, 'Show all topics').click();
    await isAt(ada, `/channel/${stage.weaving}-weaving/topics`);
    const all = ada.getByRole('main');
    await all.getByRole('textbox', { name: 'Filter topics' }).fill('tension warp');
    await all.getByRole('link', { name: 'warp tension' }).click();
    await getTitle(ada).filter({ hasText: 'warp tension' }).waitFor();
    await chooseOnLeft(ada, 'weaving', 'Hide topics');
    await link(ada, 'heddle height').waitFor({ state: 'detached' });
  });

  sentence('The open channel is expanded, until that is undone', async (_t, stage) => {
    for (const topic of ['raddle', 'lease sticks']) await sayRead(stage, topic);
    const ada = await stage.openPage('ada', '/inbox');
    await link(ada, 'weaving').first().waitFor();
    const filter = getLeft(ada).getByRole('textbox', { name: 'Filter conversations' });
    await filter.fill('raddle');
    await link(ada, 'raddle').waitFor();
    await filter.press('Enter');
    await isAt(ada, stage.topicPath('raddle'));
    await isFilled(filter, '');
    await link(ada, 'lease sticks').waitFor();
    const expand = getButton(getLeft(ada), 'Topics in weaving');
    await expand.click();
    await link(ada, 'lease sticks').waitFor({ state: 'detached' });
    await link(ada, 'raddle').waitFor();
    await ada.goto('/inbox');
    await ada.goto(stage.topicPath('raddle'));
    await link(ada, 'raddle').waitFor();
    assert.equal(await link(ada, 'lease sticks').count(), 0);
    await expand.click();
    await link(ada, 'lease sticks').waitFor();
    await ada.goto('/inbox');
    await link(ada, 'lease sticks').waitFor();
  });

  sentence(
    'The topics of the open channel are fetched once, after the messages are shown, and not in passing',
    async (_t, stage) => {
      for (const topic of ['treadle', 'lamms']) await sayRead(stage, topic);
      const ada = await stage.openPage('ada', '/inbox');
      await link(ada, 'weaving').first().waitFor();
      const before: number[] = [];
      await ada.route(`**/users/me/${stage.weaving}/topics?*`, async (route) => {
        before.push(await getStored(ada, 'About treadle.').count());
        await route.continue();
      });
      const held = Promise.withResolvers<undefined>();
      await ada.route('**/api/v1/messages?*', async (route) => {
        await held.promise;
        await route.continue();
      });
      await goTo(ada, stage.topicPath('treadle'));
      // The menus of rows are made when the page is quiet.
      await getButton(getLeft(ada), 'Actions for treadle').waitFor();
      assert.deepEqual(before, []);
      held.resolve(undefined);
      await link(ada, 'lamms').waitFor();
      assert.deepEqual(before, [1]);
      await goTo(ada, '/inbox');
      await link(ada, 'lamms').waitFor({ state: 'detached' });
      await goTo(ada, stage.topicPath('treadle'));
      await link(ada, 'lamms').waitFor();
      assert.equal(before.length, 1);
    },
  );

  sentence(
    'A section that is collapsed is so on other devices too, and after a reload',
    async (_t, stage) => {
      const [ada, phone] = [await stage.openPage('ada', '/inbox'), await stage.openPage('ada', '/inbox')];
      const section = (page: Page) => getLeft(page).getByRole('button', { name: /^Channels/ });
      const isOpen = async (page: Page) => (await section(page).getAttribute('aria-expanded')) === 'true';
      for (const page of [ada, phone]) await link(page, 'weaving').first().waitFor();
      await section(ada).click();
      await link(ada, 'weaving').waitFor({ state: 'detached' });
      await until('it is collapsed on the phone', async () => !(await isOpen(phone)));
      await phone.reload();
      await section(phone).waitFor();
      assert.equal(await isOpen(phone), false);
      await section(phone).click();
      await link(phone, 'weaving').first().waitFor();
      await until('it is expanded again', () => isOpen(ada));
    },
  );

  sentence('A read topic is found by any word of its name', async (_t, stage) => {
    await sayRead(stage, 'the natural dye calendar');
    // What was read is not among the messages that are fetched with the page.
    const ada = await stage.openPage('ada', '/drafts');
    await link(ada, 'weaving').first().waitFor();
    await getLeft(ada).getByRole('textbox', { name: 'Filter conversations' }).fill('calendar natural');
    await link(ada, 'the natural dye calendar').waitFor();
    await ada.keyboard.press('Escape');
    await link(ada, 'the natural dye calendar').waitFor({ state: 'detached' });
    await ada.keyboard.press('Control+k');
    await getSearch(ada).waitFor();
    await ada.keyboard.type('calendar');
    await getSearch(ada)
      .getByRole('option')
      .first()
      .filter({ hasText: 'the natural dye calendar' })
      .waitFor();
    await getSearch(ada).getByRole('combobox').fill('topic:dye');
    await getSearch(ada)
      .getByRole('option')
      .filter({ hasText: 'topic:"the natural dye calendar"' })
      .waitFor();
  });

  sentence('An open topic renamed by another user stays open, with the unsent reply', async (_t, stage) => {
    await stage.say('ben', 'loom', 'Which loom?');
    const ada = await stage.openPage('ada', stage.topicPath('loom'));
    await getStored(ada, 'Which loom?').waitFor();
    await getCompose(ada).fill('The small one');
    const [message] = await stage.read('ben', 'loom');
    const change = { topic: 'table loom', propagate_mode: 'change_all' };
    await done(stage.as('ben').patch(`/messages/${message?.id}`, change));
    await getToast(ada, 'renamed this topic to “table loom”').waitFor();
    await isAt(ada, stage.topicPath('table loom'));
    await getStored(ada, 'Which loom?').waitFor();
    await isFilled(getCompose(ada), 'The small one');
    await getButton(ada, 'Send').click();
    await until(
      'the reply is in the renamed topic',
      async () => (await stage.count('table loom', 'The small one')) === 1,
    );
  });

  sentence(
    'A pinned topic stays at the top, also under a new name, until it is unpinned',
    async (_t, stage) => {
      await sayRead(stage, 'loom repair');
      await stage.say('ben', 'pinned soon', 'About it.');
      const ada = await stage.openPage('ada', '/inbox');
      const pinned = getLeft(ada).locator('.sidebar-pinned');
      await chooseOnLeft(ada, 'pinned soon', 'Pin topic');
      await pinned.filter({ hasText: 'pinned soon' }).getByLabel('1 unread').waitFor();
      const [message] = await stage.read('ada', 'pinned soon');
      const rename = { topic: 'loom oil', propagate_mode: 'change_all' };
      await done(stage.as('ben').patch(`/messages/${message?.id}`, rename));
      await pinned.filter({ hasText: 'weaving › loom oil' }).waitFor();
      await ada.reload();
      await pinned.filter({ hasText: 'loom oil' }).click();
      await getTitle(ada).filter({ hasText: 'loom oil' }).waitFor();
      await chooseOnLeft(ada, 'loom oil', 'Unpin topic');
      await pinned.waitFor({ state: 'detached' });
    },
  );
});
