/** Polls and to-do lists in lists and previews, where their texts have no room. */
import assert from 'node:assert/strict';
import { choose, getDialog, getStored } from './page.ts';
import { done, onOneServer } from './stage.ts';

onOneServer('Previews of polls and to-do lists', (sentence) => {
  sentence('The list of topics says what a poll or to-do list is about', async (_t, stage) => {
    await stage.say('ben', 'dyes', '/poll Which dye?\nmadder\nwoad');
    await stage.say('ben', 'loom', '/todo Warp the loom\nWind');
    const ada = await stage.openPage('ada', `/channel/${String(stage.weaving)}-weaving/topics`);
    const main = ada.getByRole('main');
    await main.getByText('Ben Okafor: Poll: Which dye?').waitFor();
    await main.getByText('Ben Okafor: To-do list: Warp the loom').waitFor();
    assert.equal(await main.getByText('/poll').count(), 0);
    assert.equal(await main.getByText('/todo').count(), 0);
  });

  sentence('Drafts and scheduled messages say what a poll or to-do list is about', async (_t, stage) => {
    const draft = {
      type: 'stream',
      to: [stage.weaving],
      topic: 'vote',
      content: '/poll Plain or twill?\nplain',
    };
    await done(stage.as('ada').post('/drafts', { drafts: [draft] }));
    const params = { type: 'channel', to: stage.weaving, topic: 'vote', content: '/todo Oil the loom' };
    const at = Math.floor(Date.now() / 1000) + 3600;
    await done(stage.as('ada').post('/scheduled_messages', { ...params, scheduled_delivery_timestamp: at }));
    const ada = await stage.openPage('ada', '/drafts');
    await ada.getByRole('main').getByText('Poll: Plain or twill?').waitFor();
    await ada.goto('/scheduled');
    await ada.getByRole('main').getByText('To-do list: Oil the loom').waitFor();
  });

  sentence('The dialog that deletes a poll names it', async (_t, stage) => {
    await stage.say('ada', 'reeds', '/poll Which reed?\n40/10');
    const ada = await stage.openPage('ada', stage.topicPath('reeds'));
    await choose(ada, getStored(ada, 'Which reed?'), 'Delete');
    await getDialog(ada, 'Delete this message?').getByText('Poll: Which reed?').waitFor();
  });
});
