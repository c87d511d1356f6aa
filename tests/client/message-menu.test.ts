/** What one does with a message of someone else's or one's own, and what the other sees of it. */
import assert from 'node:assert/strict';
import { getButton, choose, getCompose, getDialog, getLeft, getStored, getTitle, getToast } from './page.ts';
import { done, onOneServer, until, type Page } from './stage.ts';

const copied = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
const listed = (page: Page, dialog: string) => getDialog(page, dialog).getByRole('listitem');
const close = (page: Page) => getButton(page.getByRole('dialog'), 'Close').click();

onOneServer('Message actions', (sentence) => {
  sentence('A message is replied to, quoted, linked to and viewed as Markdown', async (_t, stage) => {
    await stage.say('ben', 'squeak', 'The **big** loom squeaks.');
    const ada = await stage.openPage('ada', stage.topicPath('squeak'));
    const ben = await stage.openPage('ben', stage.topicPath('squeak'));
    const message = getStored(ada, 'The big loom squeaks.');

    await message.hover();
    await getButton(message, 'Reply').click();
    const writesIn = getCompose(ada).and(ada.locator(':focus'));
    await writesIn.waitFor();
    await choose(ada, message, 'Quote and reply');
    await until('it is quoted', async () => (await getCompose(ada).inputValue()).includes('```quote'));
    await writesIn.waitFor();
    await ada.keyboard.type('Oil it.');
    await ada.keyboard.press('Control+Enter');
    const reply = getStored(ben, 'Oil it.');
    await reply.getByRole('blockquote').getByText('The big loom squeaks.').waitFor();

    await choose(ada, message.first(), 'Message information');
    const id = await message.first().getAttribute('data-message-id');
    const information = getDialog(ada, 'Message information');
    await information.getByText('The **big** loom squeaks.').waitFor();
    await information.getByText(String(id), { exact: true }).waitFor();
    await information.getByText('Sent').waitFor();
    await getButton(ada, 'Copy text').click();
    await getToast(ada, 'Text copied').waitFor();
    await until('it is copied', async () => (await copied(ada)) === 'The **big** loom squeaks.');
    await close(ada);

    await choose(ada, message.first(), 'Notification details');
    const reason = getDialog(ada, 'Notification details');
    await reason.getByText('You were not notified because this message does not mention you').waitFor();
    await reason.getByRole('link', { name: 'Notification settings' }).waitFor();
    await close(ada);

    await choose(ada, message.first(), 'Copy link');
    await getToast(ada, 'Link copied').waitFor();
    await until('that is copied', async () => (await copied(ada)).startsWith('http'));
    await ben.goto('/inbox');
    await ben.goto(await copied(ada));
    await getTitle(ben).filter({ hasText: 'squeak' }).waitFor();
    await getStored(ben, 'The big loom squeaks.').first().waitFor();
  });

  sentence(
    'A message is starred, marked as unread, collapsed, and gets a reminder in an hour',
    async (_t, stage) => {
      await stage.say('ben', 'keep', 'Before.');
      await stage.say('ben', 'keep', 'Keep this.');
      const ada = await stage.openPage('ada', stage.topicPath('keep'));
      const message = getStored(ada, 'Keep this.');
      const flags = async () => (await stage.read('ada', 'keep')).at(-1)?.flags ?? [];
      await until('it is read', async () => (await flags()).includes('read'));

      await choose(ada, message, 'Star');
      await message.getByRole('img', { name: 'Starred' }).waitFor();
      await until('the star is kept', async () => (await flags()).includes('starred'));
      await choose(ada, message, 'Collapse');
      const folded = getStored(ada, 'This message is collapsed');
      await folded.waitFor();
      await until('the fold is kept', async () => (await flags()).includes('collapsed'));
      await choose(ada, folded, 'Show all');
      await message.waitFor();

      await choose(ada, message, 'Mark as unread from here');
      await getToast(ada, 'Marked as unread.').waitFor();
      const row = getLeft(ada).getByRole('link', { name: /keep/ });
      await row.getByLabel('1 unread').waitFor();
      await until('the server knows', async () => !(await flags()).includes('read'));

      await choose(ada, message, 'Remind me');
      await getDialog(ada, 'Remind me').getByLabel('Note to yourself').fill('Ask again');
      await getDialog(ada, 'Remind me').getByRole('button', { name: 'In one hour' }).click();
      await getToast(ada, 'Reminder set for').waitFor();
      await ada.goto('/scheduled');
      await ada.getByRole('heading', { name: 'Reminders' }).waitFor();
      const { reminders } = await done(stage.as('ada').get('/reminders'));
      assert.equal(reminders.length, 1);
      await getButton(ada, 'Delete reminder').click();
      await ada.getByText('No scheduled messages').waitFor();
      await ada.goto('/starred');
      await message.waitFor();
      await choose(ada, message, 'Remove star');
      await ada.getByText('No starred messages').waitFor();
    },
  );

  sentence('The readers, reactions and history of a message are shown', async (_t, stage) => {
    await done(stage.as('ada').patch('/realm', { enable_read_receipts: true }));
    await stage.say('ada', 'madder', 'Madder needs an hour.');
    const path = stage.topicPath('madder');
    const [ada, ben] = [await stage.openPage('ada', path), await stage.openPage('ben', path)];
    await getStored(ben, 'Madder needs').waitFor();
    await until(
      'Ben has read it',
      async () => (await stage.read('ben', 'madder'))[0]?.flags.includes('read') === true,
    );
    await getStored(ada, 'Madder needs').hover();
    await getButton(getStored(ada, 'Madder needs'), 'Read receipts').hover();
    await ada
      .locator('.tooltip')
      .filter({ hasText: 'Read by 1 person. Ben Okafor' })
      .waitFor({ state: 'attached' });
    await choose(ada, getStored(ada, 'Madder needs'), 'Read receipts');
    await getDialog(ada, 'Read receipts').getByText('Read by 1 person.').waitFor();
    await listed(ada, 'Read receipts').filter({ hasText: 'Ben Okafor' }).waitFor();
    assert.deepEqual(await listed(ada, 'Read receipts').allInnerTexts(), ['Ben Okafor']);
    await close(ada);

    await choose(ben, getStored(ben, 'Madder needs'), 'Add a reaction');
    await ben.getByRole('dialog').getByRole('combobox').fill('sunflower');
    await ben.getByRole('option', { name: 'sunflower' }).first().click();
    await getButton(getStored(ada, 'Madder needs'), 'Ben Okafor reacted with sunflower').click();
    await getStored(ben, 'Madder needs')
      .getByRole('button', { name: /Ada Achterberg and Ben Okafor|Ben Okafor and Ada/ })
      .waitFor();
    await choose(ada, getStored(ada, 'Madder needs'), 'Reactions');
    await listed(ada, 'Reactions').filter({ hasText: 'Ben Okafor' }).waitFor();
    await close(ada);

    await choose(ada, getStored(ada, 'Madder needs'), 'Edit');
    await ada.getByRole('textbox', { name: 'Edit message' }).pressSequentially(' Or two.');
    await getStored(ben, 'Madder needs').getByText('Ada Achterberg is editing this message').waitFor();
    await getButton(ada, 'Save').click();
    await getStored(ben, 'Or two.').waitFor();
    await ben.getByText('Ada Achterberg is editing this message').waitFor({ state: 'detached' });
    await choose(ben, getStored(ben, 'Or two.'), 'Edit history');
    await listed(ben, 'Edit history')
      .filter({ hasText: 'Edited by Ada Achterberg' })
      .getByText('Or two.')
      .waitFor();
    await listed(ben, 'Edit history').filter({ hasText: 'Sent by Ada Achterberg' }).waitFor();
  });

  sentence('A message is moved, and its topic resolved and renamed', async (_t, stage) => {
    for (const text of ['About weft.', 'About reeds.']) await stage.say('ben', 'weft', text);
    const path = stage.topicPath('weft');
    const [ada, ben] = [await stage.openPage('ada', path), await stage.openPage('ben', path)];
    await getStored(ben, 'About reeds.').waitFor();
    await choose(ada, getStored(ada, 'About reeds.'), 'Move');
    const dialog = getDialog(ada, 'Move');
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('reeds');
    await dialog.getByLabel('Only this message').check();
    await dialog.getByLabel('In the old topic').check();
    await getButton(dialog, 'Move').click();
    await getStored(ben, 'About reeds.').waitFor({ state: 'detached' });
    await getStored(ben, 'was moved').waitFor();
    assert.equal(await stage.count('reeds', 'About reeds.'), 1);
    await getLeft(ben).getByRole('link', { name: 'reeds' }).click();
    await getStored(ben, 'About reeds.').getByRole('button', { name: 'moved' }).waitFor();

    await ada.goto(path);
    await getButton(ada.getByRole('main'), 'Mark as resolved').first().click();
    await getLeft(ben).getByRole('link', { name: 'Resolved weft' }).waitFor();
    await getButton(ada.getByRole('main'), 'Mark as unresolved').first().click();
    await getLeft(ben).getByRole('link', { name: 'Resolved weft' }).waitFor({ state: 'detached' });
    await getButton(ada.getByRole('main'), 'Mark as resolved').first().waitFor();
    await getButton(ada.getByRole('main'), 'Move topic').first().click();
    await getDialog(ada, 'Move topic').getByRole('combobox', { name: 'Topic' }).fill('wefts');
    await getButton(getDialog(ada, 'Move topic'), 'Move topic').click();
    await getTitle(ada).filter({ hasText: 'wefts' }).waitFor();
    await getLeft(ben).getByRole('link', { name: 'wefts' }).waitFor();
    assert.equal(await stage.count('wefts', 'About weft.'), 1);
  });

  sentence('A message is reported to the moderators', async (_t, stage) => {
    await stage.say('ada', 'rude', 'Your selvedge is crooked.');
    const subscriptions = [{ name: 'moderation' }];
    await done(stage.as('ada').post('/users/me/subscriptions', { subscriptions, invite_only: true }));
    const { stream_id: channel } = await done(
      stage.as('ada').get('/get_stream_id', { stream: 'moderation' }),
    );
    await done(stage.as('ada').patch('/realm', { moderation_request_channel_id: channel }));
    const ben = await stage.openPage('ben', stage.topicPath('rude'));
    const ada = await stage.openPage('ada', `/channel/${String(channel)}`);
    await choose(ben, getStored(ben, 'Your selvedge'), 'Report');
    const dialog = getDialog(ben, 'Report this message');
    await dialog.getByLabel('Reason').selectOption({ index: 1 });
    await dialog.getByLabel('Comment for the moderators').fill('It is straight.');
    await getButton(dialog, 'Report').click();
    await getToast(ben, 'Reported. Thank you.').waitFor();
    await getStored(ada, 'It is straight.').waitFor();
  });
});

// Messages that are pinned for everyone, as two people see them.

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
