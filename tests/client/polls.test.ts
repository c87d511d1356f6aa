/** Polls and to-do lists, by two people in two browsers. */
import assert from 'node:assert/strict';
import { getCompose, getStored, write } from './page.ts';
import { inWindows } from './stage.ts';

inWindows('Polls and to-do lists', (sentence) => {
  sentence('Two users vote in a poll', async (_t, { openPage, topicPath }) => {
    const [ada, ben] = [await openPage('ada', topicPath('dye')), await openPage('ben', topicPath('dye'))];
    await getCompose(ada).waitFor();
    await ada.getByRole('button', { name: 'Poll or to-do list' }).click();
    await ada.getByRole('menuitem', { name: 'Create a poll' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Create a poll' });
    await dialog.getByLabel('Question').fill('Which dye?');
    await ada.keyboard.press('Enter');
    await dialog.getByLabel('Option 1').and(ada.locator(':focus')).waitFor();
    await ada.keyboard.type('madder');
    await ada.keyboard.press('Enter');
    await ada.keyboard.type('woad');
    await ada.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await ada.getByRole('button', { name: 'Send', exact: true }).click();

    const poll = getStored(ben, 'Which dye?').getByRole('region', { name: 'Poll' });
    await poll.getByRole('button', { name: 'madder, 0 votes' }).click();
    await poll.getByRole('button', { name: 'madder, 1 vote', exact: true, pressed: true }).waitFor();
    const own = getStored(ada, 'Which dye?').getByRole('region', { name: 'Poll' });
    await own.getByRole('button', { name: 'madder, 1 vote', pressed: false }).click();
    await poll.getByRole('button', { name: 'madder, 2 votes', pressed: true }).waitFor();

    await poll.getByRole('button', { name: 'Add option' }).click();
    await poll.getByRole('textbox', { name: 'Option' }).fill('weld');
    await ben.keyboard.press('Enter');
    await own.getByRole('button', { name: 'weld, 0 votes' }).click();
    await own.getByRole('button', { name: 'madder, 2 votes' }).click();
    await poll.getByRole('button', { name: 'madder, 1 vote', pressed: true }).waitFor();
    await poll.getByRole('button', { name: 'weld, 1 vote', pressed: false }).waitFor();

    assert.equal(await poll.getByRole('button', { name: 'Edit question' }).count(), 0);
    await own.getByRole('button', { name: 'Edit question' }).click();
    await own.getByRole('textbox', { name: 'Question' }).fill('Which dye first?');
    await ada.keyboard.press('Enter');
    await getStored(ben, 'Which dye first?').waitFor();
  });

  sentence('Two users work on a to-do list', async (_t, { openPage, topicPath }) => {
    const [ada, ben] = [await openPage('ada', topicPath('loom')), await openPage('ben', topicPath('loom'))];
    await getCompose(ada).waitFor();
    await write(ada, '/todo The loom\nwarp: 300 threads\nweft');
    const list = getStored(ben, 'The loom').getByRole('region', { name: 'To-do list' });
    await list.getByRole('checkbox', { name: 'warp' }).check();
    const own = getStored(ada, 'The loom').getByRole('region', { name: 'To-do list' });
    await own.getByText('1 of 2 done').waitFor();
    await own.getByRole('checkbox', { name: 'warp', checked: true }).waitFor();
    await own.getByRole('button', { name: 'Add task' }).click();
    await own.getByRole('textbox', { name: 'Task' }).fill('reed');
    await ada.keyboard.press('Enter');
    await list.getByRole('checkbox', { name: 'reed' }).waitFor();
  });
});
