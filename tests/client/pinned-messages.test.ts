/** Messages that are pinned for everyone, as two people see them. */
import assert from 'node:assert/strict';
import { choose, getButton, getStored } from './page.ts';
import { done, onOneServer, until, type Page } from './stage.ts';

const getBar = (page: Page) => page.getByRole('region', { name: 'Pinned messages' });

onOneServer('Pinned messages', (sentence) => {
  sentence(
    'A message that one person pins is at the top of the topic for all, and leads to it',
    async (_t, stage) => {
      await stage.say('ada', 'warp', 'Wind the warp first.');
      await stage.say('ben', 'warp', 'Then beam it.');
      const ben = await stage.openPage('ben', stage.topicPath('warp'));
      const ada = await stage.openPage('ada', stage.topicPath('warp'));
      assert.equal(await getBar(ben).count(), 0);
      await choose(ada, getStored(ada, 'Wind the warp'), 'Pin for everyone');
      await getBar(ben).getByText('Wind the warp first.').waitFor();
      await getStored(ada, 'Then beam it.').focus();
      await ada.keyboard.press('f');
      await getBar(ben).getByText('Then beam it.').waitFor();
      await getButton(getBar(ben), '2 pinned').click();
      const list = ben.getByRole('dialog', { name: 'Pinned messages' });
      await list.getByText('Pinned by Ada Achterberg').first().waitFor();
      await list.getByRole('link').last().click();
      await until('the address names the message', () => /\/near\/\d+$/.test(ben.url()));
    },
  );

  sentence('It can be unpinned from the list, and is not offered without permission', async (_t, stage) => {
    await stage.say('ada', 'weft', 'Beat lightly.');
    const newest = { anchor: 'newest', num_before: 1, num_after: 0 };
    const { messages } = await done(stage.as('ada').get('/messages', newest));
    const [{ id }] = messages as [{ id: number }];
    await done(stage.as('ada').post(`/heddle/pinned_messages/${id}`));
    const ada = await stage.openPage('ada', stage.topicPath('weft'));
    await getBar(ada).getByText('Beat lightly.').waitFor();
    await getButton(getBar(ada), '1 pinned').click();
    await getButton(ada.getByRole('dialog', { name: 'Pinned messages' }), 'Unpin').click();
    await getBar(ada).waitFor({ state: 'detached' });
    const { user_groups } = await done(stage.as('ada').get('/user_groups'));
    const { id: owners } = (user_groups as { id: number; name: string }[]).find(
      ({ name }) => name === 'role:owners',
    )!;
    await done(stage.as('ada').patch('/realm', { heddle_can_pin_messages_group: { new: owners } }));
    const ben = await stage.openPage('ben', stage.topicPath('weft'));
    await getStored(ben, 'Beat lightly.').focus();
    await ben.keyboard.press('i');
    await ben.getByRole('menuitem', { name: /^Star/ }).waitFor();
    assert.equal(await ben.getByRole('menuitem', { name: /^Pin/ }).count(), 0);
  });
});
