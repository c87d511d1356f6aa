/** Two people in two browsers. */
import assert from 'node:assert/strict';
import { choose, getCompose, getLeft, leftShown, getStored, readMessage, write } from './page.ts';
import { inWindows, until } from './stage.ts';

inWindows('Two users in two browsers', (sentence) => {
  sentence(
    'Two users talk in a topic and see each other’s messages immediately',
    async (_t, { openPage, topicPath }) => {
      const [ada, ben] = [await openPage('ada', topicPath('silk')), await openPage('ben', topicPath('silk'))];
      await getCompose(ben).waitFor();
      await write(ada, 'The silk has come.');
      await getStored(ben, 'The silk has come.').waitFor();
      await write(ben, 'All of it?');
      await getStored(ada, 'All of it?').waitFor();
      assert.equal(await readMessage(ada, 'The silk has come.').count(), 1);
    },
  );

  sentence('Two users exchange direct messages', async (_t, { openPage, people }) => {
    const ada = await openPage('ada', `/dm/${people.ben.id}`);
    const ben = await openPage('ben', '/feed');
    await getCompose(ada).waitFor();
    await leftShown(ben);
    await write(ada, 'Between us: the loom hums.');
    await getLeft(ben).getByRole('link', { name: people.ada.fullName }).click();
    await getStored(ben, 'Between us: the loom hums.').waitFor();
    await write(ben, 'It always did.');
    await getStored(ada, 'It always did.').waitFor();
  });

  sentence(
    'Two users see edits and deletions of messages',
    async (_t, { openPage, topicPath, say, count }) => {
      await say('ben', 'warp', 'Forty ends per inch.');
      const [ada, ben] = [await openPage('ada', topicPath('warp')), await openPage('ben', topicPath('warp'))];
      await getStored(ada, 'Forty ends').waitFor();

      await choose(ben, getStored(ben, 'Forty ends'), 'Edit');
      await ben.getByRole('textbox', { name: 'Edit message' }).fill('Fifty ends per inch.');
      await ben.getByRole('button', { name: 'Save', exact: true }).click();
      const changed = getStored(ada, 'Fifty ends per inch.');
      await changed.getByRole('button', { name: 'edited' }).waitFor();

      await getStored(ben, 'Fifty ends').hover();
      await getStored(ben, 'Fifty ends').getByRole('button', { name: 'Add a reaction' }).click();
      await ben.getByRole('dialog').getByRole('combobox').fill('octopus');
      await ben.getByRole('option', { name: 'octopus' }).first().waitFor();
      await ben.keyboard.press('Enter');
      await changed.getByRole('button', { name: 'Ben Okafor reacted with octopus' }).waitFor();

      await choose(ben, getStored(ben, 'Fifty ends'), 'Delete message');
      await ben.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click();
      await changed.waitFor({ state: 'detached' });
      assert.equal(await count('warp', 'Fifty ends per inch.'), 0);
    },
  );

  sentence('Unread messages are found and marked as read by viewing', async (_t, { openPage, say, as }) => {
    await say('ben', 'shuttle', 'It jams.');
    await say('ben', 'shuttle', 'Now it does not.');
    const ada = await openPage('ada', '/inbox');
    const row = getLeft(ada).getByRole('link', { name: /shuttle/ });
    await row.getByLabel('2 unread').waitFor();
    await ada.keyboard.press('n');
    await getStored(ada, 'Now it does not.').waitFor();
    await row.getByLabel('unread').waitFor({ state: 'detached' });
    await until('the server knows', async () => {
      const { json } = await as('ada').post('/register', {
        fetch_event_types: ['message', 'update_message_flags'],
      });
      const { streams } = json.unread_msgs as { streams: { topic: string }[] };
      return streams.every(({ topic }) => topic !== 'shuttle');
    });
  });
});

inWindows('Two pages of one user', (sentence) => {
  sentence('Two pages of the same user agree on messages, read state and session', async (_t, stage) => {
    const one = await stage.openPage('ada', stage.topicPath('twins'));
    await getCompose(one).waitFor();
    const two = await one.context().newPage();
    await two.goto(stage.topicPath('twins'));
    await getCompose(two).waitFor();
    await write(one, 'From the first.');
    await getStored(two, 'From the first.').waitFor();
    await stage.say('ben', 'triplets', 'To both.');
    const row = getLeft(two).getByRole('link', { name: 'triplets' });
    await row.getByLabel('1 unread').waitFor();
    await getLeft(one).getByRole('link', { name: 'triplets' }).click();
    await getStored(one, 'To both.').waitFor();
    await row.getByLabel('unread').waitFor({ state: 'detached' });
    await one.goBack();
    await write(two, 'From the second.');
    await getStored(one, 'From the second.').waitFor();
    for (const page of [one, two])
      for (const text of ['From the first.', 'From the second.'])
        assert.equal(await readMessage(page, text).count(), 1, text);

    await two.getByRole('button', { name: 'Menu', exact: true }).click();
    await two.getByRole('menuitem', { name: 'Sign out' }).click();
    await two.getByRole('heading', { name: 'Sign in to Weavers' }).waitFor();
    await one
      .getByText('Your session has ended.')
      .or(one.getByRole('heading', { name: 'Sign in to Weavers' }))
      .first()
      .waitFor();
  });
});
