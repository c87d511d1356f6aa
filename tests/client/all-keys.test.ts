/** The keys of the help sheet that lead to views, act on the chosen message, and on topics wherever they are listed. */
import assert from 'node:assert/strict';
import {
  getButton,
  getCompose,
  getDialog,
  getLeft,
  getStored,
  getTitle,
  getToast,
  goTo,
  isFilled,
} from './page.ts';
import { done, onOneServer, until, type Locator, type Page, type Stage } from './stage.ts';

const getFocused = (page: Page, what: Locator): Locator => what.and(page.locator(':focus'));
const getPath = (page: Page): string => new URL(page.url()).pathname;
const isAt = (page: Page, where: string) =>
  until(`the page is at ${where}`, async () => getPath(page).startsWith(where));

/** A message of Ben's that Ada has chosen. */
async function choose(stage: Stage, topic: string, content: string): Promise<Page> {
  await stage.say('ben', topic, content);
  const ada = await stage.openPage('ada', stage.topicPath(topic));
  await getStored(ada, content).waitFor();
  await ada.keyboard.press('j');
  await getFocused(ada, getStored(ada, content)).waitFor();
  return ada;
}

const isSo = async (
  stage: Stage,
  what: string,
  topic: string,
  check: (flags: string[], reactions: string[]) => boolean,
) =>
  until(what, async () => {
    const [message] = await stage.read('ada', topic);
    return check(message?.flags ?? [], message?.reactions.map(({ emoji_name }) => emoji_name) ?? []);
  });

const follow = (stage: Stage, topic: string, visibility_policy: number) =>
  done(stage.as('ada').post('/user_topics', { stream_id: stage.weaving, topic, visibility_policy }));

onOneServer('All keyboard shortcuts', (sentence) => {
  sentence(
    'Keys lead to drafts and back, starred and direct messages, and the topics of a channel',
    async (_t, stage) => {
      const subscriptions = [{ name: 'aisles' }];
      await done(stage.as('ada').post('/users/me/subscriptions', { subscriptions }));
      const { stream_id: first } = await done(stage.as('ada').get('/get_stream_id', { stream: 'aisles' }));
      await stage.say('ben', 'places', 'Somewhere.');
      const ada = await stage.openPage('ada', stage.topicPath('places'));
      await getStored(ada, 'Somewhere.').waitFor();
      await ada.keyboard.press('y');
      await isAt(ada, `/channel/${stage.weaving}-weaving/topics`);
      for (const [key, path] of [
        ['*', '/starred'],
        ['P', '/search'],
        ['d', '/drafts'],
        ['d', '/search'],
        ['D', `/channel/${String(first)}-aisles`],
        ['D', `/channel/${stage.weaving}-weaving`],
        ['A', `/channel/${String(first)}-aisles`],
      ] as const) {
        await ada.keyboard.press(key);
        await isAt(ada, path);
      }
    },
  );

  sentence('The next unread followed topic is reached by key', async (_t, stage) => {
    await done(stage.as('ada').post('/mark_all_as_read', {}));
    await follow(stage, 'followed ends', 3);
    await stage.say('ben', 'followed ends', 'An end.');
    await stage.say('ben', 'other ends', 'Another end.');
    const ada = await stage.openPage('ada', '/drafts');
    await getLeft(ada).getByRole('link', { name: 'followed ends' }).waitFor();
    await ada.keyboard.press('N');
    await isAt(ada, stage.topicPath('followed ends'));
  });

  sentence('The selected message is starred and reacted to by key', async (_t, stage) => {
    const ada = await choose(stage, 'by sign', 'A sign.');
    await ada.keyboard.press('Control+s');
    await isSo(stage, 'it is starred', 'by sign', (flags) => flags.includes('starred'));
    await ada.keyboard.press('+');
    await isSo(stage, 'it has a thumb', 'by sign', (_flags, [first]) => first === '+1');
    await ada.keyboard.press('=');
    await isSo(stage, 'it has none', 'by sign', (_flags, reactions) => reactions.length === 0);
    await ada.keyboard.press(':');
    await getDialog(ada, 'Choose an emoji').waitFor();
  });

  sentence('The selected message is replied to, forwarded and viewed by key', async (_t, stage) => {
    await done(stage.as('ada').patch('/realm', { enable_read_receipts: true }));
    const ada = await choose(stage, 'answers', 'A question.');
    await ada.keyboard.press('@');
    await isFilled(getCompose(ada), `@**Ben Okafor|${stage.people.ben.id}** `);
    await getCompose(ada).fill('');
    await ada.keyboard.press('Escape');
    const again = () => ada.keyboard.press('j');
    await again();
    await ada.keyboard.press('R');
    await getButton(ada, 'Remove Ben Okafor').waitFor();
    await ada.keyboard.press('Escape');
    await again();
    await ada.keyboard.press('<');
    await getFocused(ada, ada.getByRole('combobox', { name: 'Channel' })).waitFor();
    await until('it is quoted', async () => (await getCompose(ada).inputValue()).includes('A question.'));
    await ada.keyboard.press('Escape');
    await getFocused(ada, getStored(ada, 'A question.')).waitFor();
    await ada.keyboard.press('<');
    await getFocused(ada, ada.getByRole('combobox', { name: 'Channel' })).waitFor();
    await until('only the new quotation is there', async () => {
      const text = await getCompose(ada).inputValue();
      return text.split('A question.').length === 2;
    });
    await ada.keyboard.press('Escape');
    await getFocused(ada, getStored(ada, 'A question.')).waitFor();
    await ada.keyboard.press('V');
    await getDialog(ada, 'Read receipts').waitFor();
    await ada.keyboard.press('Escape');
    await again();
    await ada.keyboard.press('u');
    await ada.getByRole('dialog', { name: 'Ben Okafor' }).waitFor();
    await ada.keyboard.press('Escape');
    await again();
    await ada.keyboard.press('e');
    await getDialog(ada, 'Message information').waitFor();
  });

  sentence(
    'A topic is left for its channel by key, and a message zoomed into without reading it',
    async (_t, stage) => {
      const ada = await choose(stage, 'zoomed', 'From afar.');
      // The feed of the channel marks nothing as read, its topics do.
      await done(stage.as('ada').patch('/settings', { web_mark_read_on_scroll_policy: 2 }));
      await ada.keyboard.press('s');
      await isAt(ada, `/channel/${stage.weaving}-weaving/near/`);
      await stage.say('ben', 'zoomed', 'Unread still.');
      await getStored(ada, 'Unread still.').waitFor();
      await ada.keyboard.press('z');
      await isAt(ada, `${stage.topicPath('zoomed')}/near/`);
      await getStored(ada, 'Unread still.').waitFor();
      // A page reports in order: had it marked that as read before, the server would know by the end of this.
      await stage.say('ben', 'opened', 'Read at once.');
      await goTo(ada, stage.topicPath('opened'));
      await isSo(stage, 'it is read', 'opened', (flags) => flags.includes('read'));
      const [, unread] = await stage.read('ada', 'zoomed');
      assert.equal(unread?.flags.includes('read'), false);
      await done(stage.as('ada').patch('/settings', { web_mark_read_on_scroll_policy: 1 }));
    },
  );

  sentence('An edited message shows its history by key', async (_t, stage) => {
    await stage.say('ben', 'edited', 'Onece.');
    const [message] = await stage.read('ben', 'edited');
    await done(stage.as('ben').patch(`/messages/${message?.id}`, { content: 'Once.' }));
    const ada = await stage.openPage('ada', stage.topicPath('edited'));
    await getStored(ada, 'Once.').waitFor();
    await ada.keyboard.press('j');
    await ada.keyboard.press('H');
    await getDialog(ada, 'Edit history').waitFor();
  });

  for (const key of ['ArrowUp', 'ArrowLeft'])
    sentence(`${key} in an empty compose box edits the last message`, async (_t, stage) => {
      const topic = `last by ${key}`;
      await stage.say('ada', topic, 'Mine.');
      await stage.say('ben', topic, 'His.');
      const ada = await stage.openPage('ada', stage.topicPath(topic));
      await getStored(ada, 'His.').waitFor();
      await getCompose(ada).fill('x');
      await getCompose(ada).focus();
      const box = ada.getByRole('textbox', { name: 'Edit message' });
      await ada.keyboard.press(key);
      await getFocused(ada, getCompose(ada)).waitFor();
      assert.equal(await box.count(), 0, 'the compose box was not empty');
      await getCompose(ada).fill('');
      await ada.keyboard.press(key);
      await getFocused(ada, box).waitFor();
      await isFilled(box, 'Mine.');
    });

  sentence('Without a selected message, keys apply to the last visible one', async (_t, stage) => {
    const [topic, text] = ['nothing chosen', 'The last one.'];
    await stage.say('ben', topic, 'The first one.');
    await stage.say('ben', topic, text);
    const ada = await stage.openPage('ada', stage.topicPath(topic));
    await getStored(ada, text).waitFor();
    await ada.keyboard.press('+');
    await getFocused(ada, getStored(ada, text)).waitFor();
    await until('it has a thumb', async () => {
      const [, last] = await stage.read('ada', topic);
      return last?.reactions[0]?.emoji_name === '+1';
    });
    for (const [key, opened] of [
      [':', getDialog(ada, 'Choose an emoji')],
      ['m', getDialog(ada, 'Move')],
      ['u', getDialog(ada, 'Ben Okafor')],
    ] as const) {
      await ada.keyboard.press('Escape');
      await getFocused(ada, getStored(ada, text)).waitFor({ state: 'detached' });
      await ada.keyboard.press(key);
      await opened.waitFor();
      await ada.keyboard.press('Escape');
      await opened.waitFor({ state: 'detached' });
      await getFocused(ada, getStored(ada, text)).waitFor();
    }
    await ada.keyboard.press('a');
    await getTitle(ada).filter({ hasText: 'Combined feed' }).waitFor();
    await getStored(ada, text).waitFor();
    await ada.keyboard.press('i');
    const menu = ada.getByRole('menu', { name: 'Actions for this message' });
    await menu.waitFor();
    await ada.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await ada.keyboard.press('Escape');
    await ada.keyboard.press('r');
    await getFocused(ada, getCompose(ada)).waitFor();
    await isFilled(ada.getByRole('combobox', { name: 'Topic' }), topic);
  });

  sentence('Alt+P shows a preview of the text', async (_t, stage) => {
    const ada = await stage.openPage('ada', stage.topicPath('previewed'));
    await getCompose(ada).fill('*so*');
    // The card with the tools comes a moment after the field.
    await getButton(ada, 'Preview').waitFor();
    await getCompose(ada).focus();
    await ada.keyboard.press('Alt+p');
    const preview = ada.getByRole('region', { name: 'Preview' });
    await preview.locator('em').filter({ hasText: 'so' }).waitFor();
    await getFocused(ada, preview).waitFor();
    await ada.keyboard.press('Alt+p');
    await getFocused(ada, getCompose(ada)).waitFor();
    await isFilled(getCompose(ada), '*so*');
    await getCompose(ada).fill('');
  });

  sentence('Keys to the next unread conversation report when there is none', async (_t, stage) => {
    // Whatever others have written before.
    const all = { anchor: 'newest', num_before: 5000, num_after: 0, narrow: [], op: 'add', flag: 'read' };
    await done(stage.as('ada').post('/messages/flags/narrow', all));
    const ada = await stage.openPage('ada', '/channels');
    await ada.getByRole('main').getByRole('link', { name: 'weaving' }).first().waitFor();
    await ada.keyboard.press('N');
    await getToast(ada, 'No more unread followed topics').waitFor();
    await ada.keyboard.press('N');
    assert.equal(await getToast(ada, 'No more unread followed topics').count(), 1);
    await ada.keyboard.press('j');
    await getFocused(ada, ada.getByRole('main').locator('.channels-name').first()).waitFor();
  });

  sentence('ArrowLeft edits the last message from the list', async (_t, stage) => {
    await stage.say('ada', 'left', 'Mine.');
    const ada = await stage.openPage('ada', stage.topicPath('left'));
    await getStored(ada, 'Mine.').waitFor();
    await ada.keyboard.press('ArrowLeft');
    await isFilled(ada.getByRole('textbox', { name: 'Edit message' }), 'Mine.');
  });

  sentence('Topics are muted, and their menus opened, by key wherever they are listed', async (_t, stage) => {
    await stage.say('ben', 'muted by key', 'Noise.');
    const policy = async () => {
      const { user_topics: all } = await done(
        stage.as('ada').post('/register', { fetch_event_types: ['user_topic'] }),
      );
      const topics = all as { topic_name: string; visibility_policy: number }[];
      return topics.find(({ topic_name }) => topic_name === 'muted by key')?.visibility_policy ?? 0;
    };
    const ada = await stage.openPage('ada', '/inbox');
    for (const path of ['/inbox', '/recent', `/channel/${stage.weaving}-weaving/topics`]) {
      await ada.goto(path);
      const link = ada.getByRole('main').getByRole('link', { name: 'muted by key' }).first();
      await link.waitFor();
      await link.focus();
      await ada.keyboard.press('i');
      const menu = ada.getByRole('menu', { name: 'muted by key' });
      await menu.getByRole('menuitem', { name: 'Rename topic' }).waitFor();
      await ada.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      await getFocused(ada, link).waitFor();
      await ada.keyboard.press('M');
      await getToast(ada, 'Topic muted.').waitFor();
      await until(`it is muted from ${path}`, async () => (await policy()) === 1);
      await getButton(ada, 'Undo').click();
      await until('it is not muted', async () => (await policy()) === 0);
    }
    await ada.goto(stage.topicPath('muted by key'));
    await getStored(ada, 'Noise.').waitFor();
    await ada.keyboard.press('M');
    await until('it is muted from the topic', async () => (await policy()) === 1);
    await ada.keyboard.press('M');
    await until('it is unmuted', async () => (await policy()) === 0);
    await ada.keyboard.press('i');
    await ada.getByRole('menuitem', { name: 'Rename topic' }).click();
    const dialog = getDialog(ada, 'Rename topic');
    await dialog.getByRole('textbox', { name: 'Topic name' }).fill('renamed by key');
    await getButton(dialog, 'Save').click();
    await getTitle(ada).filter({ hasText: 'renamed by key' }).waitFor();
    assert.equal(await stage.count('renamed by key', 'Noise.'), 1);
  });

  sentence(
    'Drafts are shown as they will look and deleted by Backspace, and the filter of recent conversations is reached by key',
    async (_t, stage) => {
      const ada = await stage.openPage('ada', stage.topicPath('drafted'));
      await getCompose(ada).fill('**Half** a thought');
      await ada.goto('/drafts');
      const row = ada.getByRole('button', { name: 'Half a thought' });
      await row.locator('strong').filter({ hasText: 'Half' }).waitFor();
      await ada.keyboard.press('j');
      await getFocused(ada, row).waitFor();
      await ada.keyboard.press('Backspace');
      await row.waitFor({ state: 'detached' });
      await ada.keyboard.press('t');
      await getTitle(ada).filter({ hasText: 'Recent' }).waitFor();
      await ada.keyboard.press('t');
      await getFocused(
        ada,
        ada.getByRole('main').getByRole('textbox', { name: 'Filter conversations' }),
      ).waitFor();
    },
  );
});
