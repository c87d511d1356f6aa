/** What the page says before anything is written, where the server would refuse it or find nothing. */
import assert from 'node:assert/strict';
import { getButton, choose, getCompose, getDialog, isFilled, getStored, getTitle, write } from './page.ts';
import { done, inWindows, until } from './stage.ts';

inWindows('Notices before composing', (sentence) => {
  sentence('Composing says who is mentioned but not subscribed, and can add them', async (_t, stage) => {
    const { ben, ada } = stage.people;
    const remove = { subscriptions: ['weaving'], principals: [ben.id] };
    await done(stage.as('ada').delete('/users/me/subscriptions', remove));
    const page = await stage.openPage('ada', stage.topicPath('cautions'));
    const caution = page.getByText('Ben Okafor is not in this channel');
    const compose = getCompose(page);
    for (const [text, isSaid] of [
      ['@**Ben Okafor** look', true],
      ['@_**Ben Okafor** is away', false],
      [`Again @**Ben Okafor|${ben.id}**`, true],
      ['`@**Ben Okafor**` is how', false],
      [`@**Ada Achterberg|${ada.id}**`, false],
      ['@**Ben Okafor** at last', true],
    ] as const) {
      await compose.fill(text);
      await caution.waitFor({ state: isSaid ? 'visible' : 'detached' });
    }
    await getButton(page, 'Add to channel').click();
    await caution.waitFor({ state: 'detached' });
    await isFilled(compose, '@**Ben Okafor** at last');
    await compose.and(page.locator(':focus')).waitFor();
    const { subscribers } = await done(stage.as('ada').get(`/streams/${stage.weaving}/members`));
    assert.ok(subscribers.includes(ben.id));
  });

  sentence('Composing says that the topic is resolved, and can change that', async (_t, stage) => {
    await stage.say('ben', '✔ settled', 'Done.');
    const page = await stage.openPage('ada', stage.topicPath('✔ settled'));
    await getStored(page, 'Done.').waitFor();
    const caution = page.getByText('This topic is marked as resolved.');
    assert.equal(await caution.count(), 0, 'nothing is written yet');
    const region = page.locator('.compose-cautions[role=status]');
    await until('there is what screen readers announce changes in', async () => (await region.count()) === 1);
    await getCompose(page).fill('One more thing');
    await caution.waitFor();
    await caution.getByRole('button', { name: 'Mark as unresolved' }).click();
    await caution.waitFor({ state: 'detached' });
    await isFilled(getCompose(page), 'One more thing');
    await getCompose(page).and(page.locator(':focus')).waitFor();
    await write(page, 'One more thing');
    await until('it is in the topic', async () => (await stage.count('settled', 'One more thing')) === 1);
  });

  sentence(
    'Composing says that a topic cannot be created, while an existing one accepts a message',
    async (_t, stage) => {
      const { ada } = stage.people;
      await stage.say('ada', 'there', 'Already begun.');
      const change = { new: { direct_members: [ada.id], direct_subgroups: [] } };
      await done(stage.as('ada').patch(`/streams/${stage.weaving}`, { can_create_topic_group: change }));
      const page = await stage.openPage('ben', stage.topicPath('not there'));
      const objection = page.getByText('You do not have permission to start topics in this channel.');
      await objection.waitFor();
      await getCompose(page).waitFor({ state: 'detached' });
      await stage.say('ada', 'not there', 'Now it is.');
      await write(page, 'Then I may answer.');
      await getStored(page, 'Then I may answer.').waitFor();

      await page.goto(`/channel/${stage.weaving}-weaving`);
      await getCompose(page).fill('Where to?');
      const topic = page.getByRole('combobox', { name: 'Topic' });
      await topic.fill('neither');
      await objection.waitFor();
      await until('it cannot be sent', () => getButton(page, 'Send').isDisabled());
      await topic.fill('There');
      await objection.waitFor({ state: 'detached' });
      await getButton(page, 'Send').click();
      await until('it is sent', async () => (await stage.count('there', 'Where to?')) === 1);
    },
  );

  sentence('Composing says whether a topic is required or not available', async (_t, stage) => {
    const allow = (topics_policy: string) =>
      done(stage.as('ada').patch(`/streams/${stage.weaving}`, { topics_policy }));
    await allow('disable_empty_topic');
    const page = await stage.openPage('ben', `/channel/${stage.weaving}-weaving`);
    const topic = page.getByRole('combobox', { name: 'Topic' });
    const needed = page.getByText('Messages in this channel require a topic.');
    await page.getByPlaceholder('Topic (required)').waitFor();
    assert.equal(await needed.count(), 0, 'nobody has missed it yet');
    await getCompose(page).fill('About what?');
    await needed.waitFor();
    await until('it cannot be sent', () => getButton(page, 'Send').isDisabled());
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('shuttles');
    // What is missing is gone to.
    await isFilled(topic, 'shuttles');
    await needed.waitFor({ state: 'detached' });
    await getButton(page, 'Send').click();
    await until('it is sent', async () => (await stage.count('shuttles', 'About what?')) === 1);

    await page.goto(stage.topicPath(''));
    await getCompose(page).fill('In general.');
    await needed.waitFor();
    await done(stage.as('ada').patch('/realm', { topics_policy: 'allow_empty_topic' }));
    await allow('inherit');
    await needed.waitFor({ state: 'detached' });
    await done(stage.as('ada').patch('/realm', { topics_policy: 'disable_empty_topic' }));
    await needed.waitFor();
    await getCompose(page).fill('');

    const [message] = await stage.read('ada', 'shuttles');
    assert.ok(message);
    await done(stage.as('ada').delete(`/messages/${String(message.id)}`));
    await allow('empty_topic_only');
    await page.goto(stage.topicPath('shuttles'));
    await page.getByText('This channel does not use topics: all messages go to “general chat”.').waitFor();
    await getCompose(page).waitFor({ state: 'detached' });
    await page.goto(`/channel/${stage.weaving}-weaving`);
    await topic.waitFor({ state: 'detached' });
    await getCompose(page).fill('No more topics.');
    await getButton(page, 'Send').click();
    await until('it is sent without one', async () => (await stage.count('', 'No more topics.')) === 1);
  });

  sentence('Moving says whether the destination requires a topic or has none', async (_t, stage) => {
    const ada = stage.as('ada');
    for (const [name, topics_policy] of [
      ['dyeing', 'disable_empty_topic'],
      ['fulling', 'empty_topic_only'],
    ] as const)
      await done(ada.post('/users/me/subscriptions', { subscriptions: [{ name }], topics_policy }));
    await stage.say('ada', 'vats', 'Indigo first.');
    const page = await stage.openPage('ada', stage.topicPath('vats'));
    const dialog = getDialog(page, 'Move');
    const [channel, topic] = ['Channel', 'Topic'].map((name) => dialog.getByRole('combobox', { name }));
    const move = getButton(dialog, 'Move');
    assert.ok(channel && topic);

    await choose(page, getStored(page, 'Indigo first.'), 'Move');
    await channel.fill('dyeing');
    await dialog.getByPlaceholder('Topic (required)').waitFor();
    await until('it can be moved', () => move.isEnabled());
    await topic.fill(' ');
    await dialog.getByText('Messages in this channel require a topic.').waitFor();
    await until('it cannot be moved', () => move.isDisabled());
    await getButton(dialog, 'Cancel').click();

    await choose(page, getStored(page, 'Indigo first.'), 'Move');
    await channel.fill('fulling');
    await dialog.getByText('This channel does not use topics: all messages go to “general chat”.').waitFor();
    await until('there is no topic to choose', () => topic.isDisabled());
    await move.click();
    await getTitle(page).filter({ hasText: 'general chat' }).waitFor();
    const narrow = [
      { operator: 'channel', operand: 'fulling' },
      { operator: 'topic', operand: '' },
    ];
    const query = { narrow, anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false };
    await until('it is there', async () => {
      const { messages } = await done(ada.get('/messages', query));
      return (messages as { content: string }[]).some(({ content }) => content === 'Indigo first.');
    });
  });

  sentence('A direct conversation that cannot be started can be answered', async (_t, stage) => {
    const { ada, ben } = stage.people;
    const setting = { new: { direct_members: [ada.id], direct_subgroups: [] } };
    await done(stage.as('ada').patch('/realm', { direct_message_initiator_group: setting }));
    const page = await stage.openPage('ben', `/dm/${ada.id}`);
    await page
      .getByText('You can reply in existing direct message conversations, but not start new ones.')
      .waitFor();
    await getCompose(page).waitFor({ state: 'detached' });
    await done(stage.as('ada').post('/messages', { type: 'direct', to: [ben.id], content: 'May I?' }));
    await write(page, 'You may.');
    await getStored(page, 'You may.').waitFor();
  });

  sentence('An unknown name and an unsubscribed channel are reported while composing', async (_t, stage) => {
    const page = await stage.openPage('ada', '/feed');
    await getButton(page, 'New direct message').click();
    const people = page.getByRole('combobox', { name: 'People' });
    const nobody = page.getByRole('status').filter({ hasText: 'No matching people.' });
    await people.fill('zzz');
    await nobody.waitFor();
    await people.fill('ben');
    await page.getByRole('option', { name: /Ben Okafor/ }).waitFor();
    await nobody.waitFor({ state: 'detached' });
    await people.fill('');
    await people.blur();
    await page.keyboard.press('c');
    const channel = page.getByRole('combobox', { name: 'Channel' });
    await channel.fill('zzz');
    await page.getByText('You have not joined a channel with this name.').waitFor();

    await page.goto('/channels/new');
    await page.getByLabel('Add people').fill('zzz');
    await nobody.waitFor();
  });

  sentence('A search for an unknown user is explained in the page’s language', async (_t, stage) => {
    const page = await stage.openPage('ada', '/search?q=sender%3Azelda');
    await page.getByRole('heading', { name: 'No person named “zelda”' }).waitFor();
    assert.equal(await getButton(page, 'Retry').count(), 0, 'it would say the same again');
  });
});
