/** Keys that submit the forms of dialogs. */
import assert from 'node:assert/strict';
import { choose, chooseOnLeft, getButton, getDialog, getStored, getTitle, getToast } from './page.ts';
import { done, onOneServer, until } from './stage.ts';

onOneServer('Keys in dialogs', (sentence) => {
  sentence(
    'Ctrl Enter in a text of several lines submits the dialog, Enter begins a line',
    async (_t, stage) => {
      await stage.say('ada', 'rude', 'Your selvedge is crooked.');
      const subscriptions = [{ name: 'moderation' }];
      await done(stage.as('ada').post('/users/me/subscriptions', { subscriptions, invite_only: true }));
      const { stream_id: channel } = await done(
        stage.as('ada').get('/get_stream_id', { stream: 'moderation' }),
      );
      await done(stage.as('ada').patch('/realm', { moderation_request_channel_id: channel }));
      const ben = await stage.openPage('ben', stage.topicPath('rude'));
      await choose(ben, getStored(ben, 'Your selvedge'), 'Report');
      const dialog = getDialog(ben, 'Report this message');
      await dialog.getByLabel('Reason').selectOption('other');
      await dialog.getByLabel('Comment for the moderators').focus();
      await ben.keyboard.press('Control+Enter');
      assert.equal(await dialog.count(), 1, 'a report without the comment that it needs');
      await ben.keyboard.type('It is');
      await ben.keyboard.press('Enter');
      await ben.keyboard.type('straight.');
      assert.equal(await dialog.getByLabel('Comment for the moderators').inputValue(), 'It is\nstraight.');
      await ben.keyboard.press('Control+Enter');
      await getToast(ben, 'Reported. Thank you.').waitFor();
    },
  );

  sentence('Enter or Ctrl Enter in a field of one line submits the dialog', async (_t, stage) => {
    for (const text of ['One.', 'Two.']) await stage.say('ben', 'fleece', text);
    const ada = await stage.openPage('ada', stage.topicPath('fleece'));
    await choose(ada, getStored(ada, 'Two.'), 'Move');
    await getDialog(ada, 'Move').getByRole('combobox', { name: 'Topic' }).fill('combings');
    await ada.keyboard.press('Control+Enter');
    await until('it is moved', async () => (await stage.count('combings', 'Two.')) === 1);

    await ada.goto(stage.topicPath('fleece'));
    await chooseOnLeft(ada, 'fleece', 'Rename topic');
    await getDialog(ada, 'Rename topic').getByRole('textbox').fill('fleeces');
    await ada.keyboard.press('Control+Enter');
    await getTitle(ada).filter({ hasText: 'fleeces' }).waitFor();

    await choose(ada, getStored(ada, 'One.'), 'Remind me');
    await getDialog(ada, 'Remind me').getByLabel('Note to yourself').fill('Wash');
    await ada.keyboard.press('Enter');
    await getToast(ada, 'Reminder set for').waitFor();

    await ada.goto('/channels/new');
    await getDialog(ada, 'Create channel').getByLabel('Name', { exact: true }).fill('dyeing');
    await ada.keyboard.press('Control+Enter');
    await getToast(ada, 'dyeing').waitFor();
  });

  sentence('Ctrl Enter on a button presses that button and not the main one', async (_t, stage) => {
    await stage.say('ben', 'tow', 'Short fibres.');
    const ada = await stage.openPage('ada', stage.topicPath('tow'));
    await chooseOnLeft(ada, 'tow', 'Rename topic');
    const dialog = getDialog(ada, 'Rename topic');
    await dialog.getByRole('textbox').fill('towed');
    await getButton(dialog, 'Cancel').focus();
    await ada.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await stage.count('tow', 'Short fibres.'), 1);
  });

  sentence('Ctrl Enter saves a status', async (_t, stage) => {
    await stage.say('ada', 'felt', 'Wool and water.');
    const ada = await stage.openPage('ada', stage.topicPath('felt'));
    await getButton(getStored(ada, 'Wool and water.'), 'Ada Achterberg').click();
    const card = ada.getByRole('dialog');
    await getButton(card, 'Set status').click();
    await card.getByLabel('Status').fill('Felting');
    await ada.keyboard.press('Control+Enter');
    await until('it is saved', async () => {
      const { status } = await done(stage.as('ada').get(`/users/${String(stage.people.ada.id)}/status`));
      return (status as { status_text?: string }).status_text === 'Felting';
    });
  });

  sentence('A form that is being sent is not sent again by Enter', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/organization/authentication');
    let sent = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await ada.route('**/scim_tokens', async (route) => {
      if (route.request().method() === 'POST') {
        sent += 1;
        await held;
      }
      await route.continue();
    });
    const name = ada.getByLabel('Name of the token');
    await name.fill('Okta');
    await ada.keyboard.press('Enter');
    await getButton(ada, 'Create token').and(ada.locator('[aria-disabled=true]')).waitFor();
    await name.focus();
    await ada.keyboard.press('Enter');
    release();
    await ada.getByText('Copy the token now.').waitFor();
    assert.equal(sent, 1);
  });
});
