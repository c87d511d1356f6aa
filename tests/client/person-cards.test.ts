/** The cards of people in lists. */
import { choose, getButton, getDialog, getStored, getTitle } from './page.ts';
import { done, inWindows } from './stage.ts';

inWindows('Cards of people', (sentence) => {
  sentence('Readers and those who reacted have cards, whose buttons close the list', async (_t, stage) => {
    await done(stage.as('ada').patch('/realm', { enable_read_receipts: true }));
    await stage.say('ada', 'cards', 'Who has seen this?');
    const [message] = await stage.read('ben', 'cards');
    const flags = { messages: [message?.id], op: 'add', flag: 'read' };
    await done(stage.as('ben').post('/messages/flags', flags));
    await done(stage.as('ben').post(`/messages/${message?.id}/reactions`, { emoji_name: 'tada' }));
    const ada = await stage.openPage('ada', stage.topicPath('cards'));
    const card = getDialog(ada, 'Ben Okafor');
    for (const list of ['Read receipts', 'Reactions']) {
      await choose(ada, getStored(ada, 'Who has seen'), list);
      await getButton(getDialog(ada, list), 'Ben Okafor').click();
      await card.waitFor();
      await ada.keyboard.press('Escape');
      await card.waitFor({ state: 'detached' });
      await getButton(getDialog(ada, list), 'Ben Okafor').click();
      await getButton(card, 'View messages').click();
      await getDialog(ada, list).waitFor({ state: 'detached' });
      await getTitle(ada).filter({ hasText: 'sender:' }).waitFor();
      await ada.goto(stage.topicPath('cards'));
    }
  });

  sentence('Members of a channel and the other of a direct conversation have cards', async (_t, stage) => {
    const ada = await stage.openPage('ada', `/channels/${stage.weaving}/people`);
    const card = getDialog(ada, 'Ben Okafor');
    await ada
      .getByRole('main')
      .getByRole('list')
      .getByRole('button', { name: 'Ben Okafor', exact: true })
      .click();
    await getButton(card, 'Message').click();
    await getTitle(ada).getByRole('button', { name: 'Ben Okafor' }).click();
    await card.getByText('Member').waitFor();
  });
});
