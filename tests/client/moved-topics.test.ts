/** Topics that are renamed, moved and merged while someone reads them, writes to them, or holds a link to them. */
import assert from 'node:assert/strict';
import {
  getButton,
  getCompose,
  getStored,
  getTitle,
  getToast,
  isAt,
  isFilled,
  loseQueue,
  write,
} from './page.ts';
import { done, onOneServer, until, type Page, type Stage } from './stage.ts';

const findMessageId = async (stage: Stage, topic: string, content: string): Promise<number> => {
  const message = (await stage.read('ben', topic)).find((each) => each.content === content);
  return message?.id ?? -1;
};

async function move(stage: Stage, id: number, topic: string, propagate_mode = 'change_all'): Promise<void> {
  await done(stage.as('ben').patch(`/messages/${id}`, { topic, propagate_mode }));
}

async function openTopic(stage: Stage, topic: string, content: string): Promise<Page> {
  await stage.say('ben', topic, content);
  const ada = await stage.openPage('ada', stage.topicPath(topic));
  await getStored(ada, content).waitFor();
  return ada;
}

onOneServer('Moved topics', (sentence) => {
  for (const word of ['near', 'with'])
    sentence(`An old link with /${word}/ opens the topic under its new name`, async (_t, stage) => {
      await stage.say('ben', `first ${word}`, 'Which yarn?');
      const id = await findMessageId(stage, `first ${word}`, 'Which yarn?');
      await move(stage, id, `second ${word}`);
      const ada = await stage.openPage('ada', `${stage.topicPath(`first ${word}`)}/${word}/${id}`);
      await getStored(ada, 'Which yarn?').waitFor();
      await isAt(ada, `${stage.topicPath(`second ${word}`)}/${word}/${id}`);
      await getTitle(ada)
        .filter({ hasText: `second ${word}` })
        .waitFor();
    });

  for (const [kind, to] of [
    ['renamed', 'wool & silk (new)'],
    ['resolved', '✔ plain yarn resolved'],
  ] as const)
    sentence(`An old link without a message opens a topic that was ${kind}`, async (_t, stage) => {
      const from = `plain yarn ${kind}`;
      await stage.say('ben', from, 'Which yarn?');
      await move(stage, await findMessageId(stage, from, 'Which yarn?'), to);
      const ada = await stage.openPage('ada', stage.topicPath(from));
      await getStored(ada, 'Which yarn?').waitFor();
      await isAt(ada, stage.topicPath(to));
    });

  sentence(
    'An old link without a message opens a topic that was resolved, then renamed',
    async (_t, stage) => {
      await stage.say('ben', 'warp widths', 'Which width?');
      const id = await findMessageId(stage, 'warp widths', 'Which width?');
      await move(stage, id, '✔ warp widths');
      await move(stage, id, 'loom widths');
      const ada = await stage.openPage('ada', stage.topicPath('warp widths'));
      await getStored(ada, 'Which width?').waitFor();
      await isAt(ada, stage.topicPath('loom widths'));
    },
  );

  sentence(
    'An address of a topic without messages offers the topics of its channel and a search',
    async (_t, stage) => {
      const ada = await stage.openPage('ada', stage.topicPath('never begun'));
      await ada.getByRole('link', { name: 'Search for “never begun”' }).waitFor();
      await ada.getByRole('link', { name: 'All topics in weaving' }).click();
      await ada.getByRole('heading', { name: 'weaving' }).first().waitFor();
      await isAt(ada, stage.topicPath('never begun').replace(/topic\/.*$/, 'topics'));
    },
  );

  sentence('A description that links a topic does not say where its messages are', async (_t, stage) => {
    const { weaving } = stage;
    await done(stage.as('ada').patch('/realm', { send_channel_events_messages: true }));
    const description = 'All of #**weaving>lost yarn** [lost yarn](#narrow/channel/1/topic/lost.20yarn)';
    await done(stage.as('ada').patch(`/streams/${weaving}`, { description }));
    const ada = await stage.openPage('ada', stage.topicPath('lost yarn'));
    await ada.getByRole('link', { name: 'Search for “lost yarn”' }).waitFor();
    await isAt(ada, stage.topicPath('lost yarn'));
    await done(stage.as('ada').patch('/realm', { send_channel_events_messages: false }));
    await done(stage.as('ada').patch(`/streams/${weaving}`, { description: '' }));
  });

  sentence('A link to a message that was deleted opens its conversation', async (_t, stage) => {
    await stage.say('ben', 'knots', 'A reef knot.');
    await stage.say('ben', 'knots', 'A mistake.');
    const id = await findMessageId(stage, 'knots', 'A mistake.');
    await done(stage.as('ben').delete(`/messages/${id}`));
    const ada = await stage.openPage('ada', `${stage.topicPath('knots')}/near/${id}`);
    await getStored(ada, 'A reef knot.').waitFor();
  });

  sentence('A reply follows a topic of which every message was moved', async (_t, stage) => {
    const ada = await openTopic(stage, 'cones', 'Two cones.');
    await getCompose(ada).fill('Three, I think');
    await move(stage, await findMessageId(stage, 'cones', 'Two cones.'), 'yarn stock', 'change_later');
    await isAt(ada, stage.topicPath('yarn stock'));
    await isFilled(getCompose(ada), 'Three, I think');
    await getStored(ada, 'Two cones.').waitFor();
  });

  sentence('A notice in an open topic links to where its messages were moved', async (_t, stage) => {
    const ada = await openTopic(stage, 'looms', 'The big loom.');
    await stage.say('ben', 'looms', 'And lunch?');
    await getStored(ada, 'And lunch?').waitFor();
    await move(stage, await findMessageId(stage, 'looms', 'And lunch?'), 'lunch', 'change_one');
    await getToast(ada, 'moved 1 message to weaving › lunch').waitFor();
    await isAt(ada, stage.topicPath('looms'));
    await getStored(ada, 'The big loom.').waitFor();
    await getButton(ada, 'Go there').click();
    await getTitle(ada).filter({ hasText: 'lunch' }).waitFor();
    await getStored(ada, 'And lunch?').waitFor();
  });

  sentence(
    'An unsent reply is appended to the draft of the topic that its topic is merged into',
    async (_t, stage) => {
      await stage.say('ben', 'dye pots', 'Five pots.');
      const ada = await stage.openPage('ada', stage.topicPath('dye pots'));
      await getStored(ada, 'Five pots.').waitFor();
      await getCompose(ada).fill('In the shed.');
      await ada.goto(stage.topicPath('pots'));
      await stage.say('ben', 'pots', 'Where are they?');
      await getStored(ada, 'Where are they?').waitFor();
      await getCompose(ada).fill('By the door.');
      await move(stage, await findMessageId(stage, 'pots', 'Where are they?'), 'dye pots');
      await isAt(ada, stage.topicPath('dye pots'));
      await getStored(ada, 'Five pots.').waitFor();
      await getStored(ada, 'Where are they?').waitFor();
      await isFilled(getCompose(ada), 'In the shed.\n\nBy the door.');
    },
  );

  sentence('A link to a deleted message says so in the topic that it was in', async (_t, stage) => {
    await stage.say('ben', 'shuttles', 'Three shuttles.');
    await stage.say('ada', 'shuttles', 'No, four.');
    const id = await findMessageId(stage, 'shuttles', 'No, four.');
    await done(stage.as('ada').delete(`/messages/${id}`));
    const ben = await stage.openPage('ben', `${stage.topicPath('shuttles')}/near/${id}`);
    await getStored(ben, 'Three shuttles.').waitFor();
    await getToast(ben, 'The linked message was deleted').waitFor();
  });

  sentence(
    'A page says that its topic was moved to where the reader has no access, and keeps the reply',
    async (_t, stage) => {
      const { ada: owner } = stage.people;
      const subscriptions = [{ name: 'dye recipes' }];
      const ada = stage.as('ada');
      const closed = { subscriptions, principals: [owner.id], invite_only: true };
      await done(ada.post('/users/me/subscriptions', closed));
      const { stream_id } = await done(ada.get('/get_stream_id', { stream: 'dye recipes' }));
      await stage.say('ada', 'indigo', 'A secret of ours.');
      const id = await findMessageId(stage, 'indigo', 'A secret of ours.');
      const ben = await stage.openPage('ben', stage.topicPath('indigo'));
      await getStored(ben, 'A secret of ours.').waitFor();
      await getCompose(ben).fill('How long does it');
      await done(ada.patch(`/messages/${id}`, { stream_id, propagate_mode: 'change_all' }));
      await ben.getByRole('heading', { name: 'Conversation no longer available' }).waitFor();
      await ben.getByRole('log').getByText('moved to a channel that you don’t have access to').waitFor();
      await isFilled(getCompose(ben), 'How long does it');
      await ben.goto(`${stage.topicPath('indigo')}/with/${id}`);
      await ben.getByRole('heading', { name: 'Conversation no longer available' }).waitFor();
      await isFilled(getCompose(ben), 'How long does it');
    },
  );

  sentence(
    'A page says that its reader was removed from the channel, and where the reply is',
    async (_t, stage) => {
      const { ada: owner, ben: member } = stage.people;
      const name = 'pattern exchange';
      const ada = stage.as('ada');
      const closed = { subscriptions: [{ name }], principals: [owner.id, member.id], invite_only: true };
      await done(ada.post('/users/me/subscriptions', closed));
      const { stream_id } = await done(ada.get('/get_stream_id', { stream: name }));
      const ben = await stage.openPage('ben', `/channel/${String(stream_id)}/topic/twill`);
      await getCompose(ben).fill('Over two, under two');
      await done(ada.delete('/users/me/subscriptions', { subscriptions: [name], principals: [member.id] }));
      await ben.getByRole('heading', { name: `You no longer have access to ${name}` }).waitFor();
      await ben.getByRole('main').getByRole('link', { name: 'Drafts' }).click();
      await ben.getByRole('main').getByText('Over two, under two').waitFor();
      await ben.goto(`/channel/${String(stream_id)}/topics`);
      await ben.getByRole('heading', { name: 'Unknown channel' }).waitFor();
    },
  );

  sentence(
    'A message that could not be sent follows its topic, which was renamed meanwhile',
    async (_t, stage) => {
      const ada = await openTopic(stage, 'needles', 'Size four.');
      const id = await findMessageId(stage, 'needles', 'Size four.');
      await ada.route(
        '**/api/v1/messages',
        async (route) => {
          await move(stage, id, 'needle sizes');
          await route.abort();
        },
        { times: 1 },
      );
      await write(ada, 'Size five is sharper.');
      await isAt(ada, stage.topicPath('needle sizes'));
      await getStored(ada, 'Size five is sharper.').waitFor();
      assert.equal(await stage.count('needle sizes', 'Size five is sharper.'), 1);
      assert.equal(await stage.count('needles', 'Size five is sharper.'), 0);
    },
  );

  sentence(
    'A message that could not be sent does not go to another topic that has got the old name meanwhile',
    async (_t, stage) => {
      const ada = await openTopic(stage, 'hooks', 'Size three.');
      const id = await findMessageId(stage, 'hooks', 'Size three.');
      await ada.route(
        '**/api/v1/messages',
        async (route) => {
          await move(stage, id, 'hook sizes');
          await stage.say('ben', 'hooks', 'Where do we hang the coats?');
          await route.abort();
        },
        { times: 1 },
      );
      await write(ada, 'Size two is finer.');
      await until('it is sent', async () => (await stage.count('hook sizes', 'Size two is finer.')) === 1);
      assert.equal(await stage.count('hooks', 'Size two is finer.'), 0);
    },
  );

  sentence('After a lost connection, page and reply follow a topic that was renamed', async (_t, stage) => {
    const ada = await openTopic(stage, 'bobbins', 'Ten bobbins.');
    await getCompose(ada).fill('Twelve');
    const id = await findMessageId(stage, 'bobbins', 'Ten bobbins.');
    await loseQueue(ada, () => move(stage, id, 'spools'));
    await stage.say('ben', 'elsewhere', 'The last that she receives.');
    await isAt(ada, stage.topicPath('spools'));
    await getStored(ada, 'Ten bobbins.').waitFor();
    await isFilled(getCompose(ada), 'Twelve');
  });

  sentence('After a reload, page and reply follow a topic that was renamed meanwhile', async (_t, stage) => {
    const ada = await openTopic(stage, 'shuttles', 'The light one.');
    await getCompose(ada).fill('The heavy one');
    const id = await findMessageId(stage, 'shuttles', 'The light one.');
    await ada.goto('about:blank');
    await move(stage, id, 'boat shuttles');
    await ada.goBack();
    await isAt(ada, stage.topicPath('boat shuttles'));
    await getStored(ada, 'The light one.').waitFor();
    await isFilled(getCompose(ada), 'The heavy one');
  });

  sentence('A draft follows its topic that was renamed while no page was open', async (_t, stage) => {
    const ada = await openTopic(stage, 'temples', 'Wooden ones.');
    await getCompose(ada).fill('Metal ones');
    const id = await findMessageId(stage, 'temples', 'Wooden ones.');
    await ada.goto('about:blank');
    await move(stage, id, 'stretchers');
    await ada.goto('/drafts');
    await ada.getByRole('main').getByText('stretchers').first().waitFor();
    await ada.goto(stage.topicPath('stretchers'));
    await isFilled(getCompose(ada), 'Metal ones');
    assert.equal(await stage.count('stretchers', 'Metal ones'), 0);
  });
});
