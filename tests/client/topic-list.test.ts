/** The topics of a channel as a list, and where links to channels lead. */
import assert from 'node:assert/strict';
import { chooseOnLeft, getButton, getCompose, getLeft, getStored, getTitle, isAt } from './page.ts';
import { done, onOneServer, until, type Page, type Stage, inWindows } from './stage.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localServer } from '../support/services/local-server.ts';

const listPath = (stage: Stage) => `/channel/${stage.weaving}-weaving/topics`;
const getRow = (page: Page, topic: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: topic });
const getFilter = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Filter topics' });
const getWeaving = (page: Page) => getLeft(page).locator('a.sidebar-channel').filter({ hasText: 'weaving' });

const setView = (stage: Stage, view: number) =>
  done(stage.as('ada').patch('/settings', { web_channel_default_view: view }));

/** @param policy 1 marks visible messages as read, 3 never does */
const setMarking = (stage: Stage, policy: 1 | 3) =>
  done(stage.as('ada').patch('/settings', { web_mark_read_on_scroll_policy: policy }));

const readAll = (stage: Stage) => done(stage.as('ada').post('/mark_all_as_read', {}));

onOneServer('The topic list', (sentence) => {
  sentence('Topics are listed with who wrote, what was said last, and what is unread', async (_t, stage) => {
    const outside = { email: 'cleo@example.com', password: 'not in any channel', full_name: 'Cleo Outside' };
    await done(stage.as('ada').post('/users', outside));
    await stage.say('ben', 'reed width', 'Twelve dents.');
    await stage.say('ada', 'reed width', 'Ten are enough.');
    await stage.say('ben', 'sheds', 'The **upper** one.');
    const topic = { stream_id: stage.weaving, topic: 'sheds', visibility_policy: 3 };
    await done(stage.as('ada').post('/user_topics', topic));
    const ada = await stage.openPage('ada', listPath(stage));
    await getTitle(ada).filter({ hasText: 'weaving' }).filter({ hasText: 'Topics' }).waitFor();
    await getRow(ada, 'reed width').getByText('Ada Achterberg: Ten are enough.').waitFor();
    await getRow(ada, 'reed width').getByText('Ada Achterberg, Ben Okafor').waitFor();
    await getRow(ada, 'sheds').getByText('Ben Okafor: The upper one.').waitFor();
    await getRow(ada, 'sheds').getByLabel('1 unread').waitFor();
    await getRow(ada, 'sheds').getByRole('img', { name: 'followed' }).waitFor();
    const people = ada.getByRole('complementary', { name: 'People' });
    await people.getByRole('link', { name: 'Ben Okafor' }).waitFor();
    await people.getByRole('link', { name: 'Cleo Outside' }).waitFor({ state: 'detached' });
    await stage.say('ben', 'reed width', 'Then ten.');
    await getRow(ada, 'reed width').getByText('Ben Okafor: Then ten.').waitFor();
  });

  sentence(
    'The topic list is narrowed by words, and to followed and unresolved topics',
    async (_t, stage) => {
      for (const topic of ['treadle order', 'tie-up', '✔ beam']) await stage.say('ben', topic, topic);
      const topic = { stream_id: stage.weaving, topic: 'tie-up', visibility_policy: 3 };
      await done(stage.as('ada').post('/user_topics', topic));
      const ada = await stage.openPage('ada', listPath(stage));
      await getRow(ada, 'beam').getByRole('img', { name: 'Resolved' }).waitFor();
      await getFilter(ada).fill('order tre');
      await getRow(ada, 'tie-up').waitFor({ state: 'detached' });
      await getRow(ada, 'treadle order').waitFor();
      await getFilter(ada).fill('');
      await getButton(ada.getByRole('main'), 'Unresolved').click();
      await getRow(ada, 'beam').waitFor({ state: 'detached' });
      await getButton(ada.getByRole('main'), 'Followed').click();
      await getRow(ada, 'treadle order').waitFor({ state: 'detached' });
      await getRow(ada, 'tie-up').waitFor();
      await getFilter(ada).fill('no such topic');
      await ada.getByText('No matching topics').waitFor();
    },
  );

  sentence('A topic of the list is chosen by keyboard, and changed by its menu', async (_t, stage) => {
    await stage.say('ben', 'lease sticks', 'Where are they?');
    const ada = await stage.openPage('ada', listPath(stage));
    await getRow(ada, 'lease sticks').waitFor();
    await getRow(ada, 'lease sticks').getByRole('link').click({ button: 'right' });
    await ada.getByRole('menuitem', { name: 'Mark as read' }).click();
    await getRow(ada, 'lease sticks').getByLabel('unread').waitFor({ state: 'detached' });
    await getFilter(ada).fill('lease');
    await ada.keyboard.press('ArrowDown');
    await getRow(ada, 'lease sticks').getByRole('link').and(ada.locator(':focus')).waitFor();
    await ada.keyboard.press('Enter');
    await isAt(ada, stage.topicPath('lease sticks'));
    await getButton(ada.getByRole('main'), 'Topics').click();
    await isAt(ada, listPath(stage));
    await getButton(ada.getByRole('main'), 'Channel feed').click();
    await isAt(ada, `/channel/${stage.weaving}-weaving`);
  });

  sentence('A topic is started from the list', async (_t, stage) => {
    const ada = await stage.openPage('ada', listPath(stage));
    await getCompose(ada).waitFor();
    await ada.keyboard.press('c');
    await ada.getByRole('combobox', { name: 'Topic' }).fill('from the list');
    await getCompose(ada).fill('First.');
    await getButton(ada, 'Send').click();
    await until('it is sent', async () => (await stage.count('from the list', 'First.')) === 1);
    await getRow(ada, 'from the list').waitFor();
  });

  sentence('A channel that a person may not see has no topic list', async (_t, stage) => {
    const channel = { subscriptions: [{ name: 'vault' }], invite_only: true };
    await done(stage.as('ada').post('/users/me/subscriptions', channel));
    const { stream_id } = await done(stage.as('ada').get('/get_stream_id', { stream: 'vault' }));
    const ben = await stage.openPage('ben', `/channel/${String(stream_id)}/topics`);
    await getTitle(ben).filter({ hasText: 'Not found' }).waitFor();
  });

  sentence('A link to a channel leads where the person chose', async (_t, stage) => {
    await stage.say('ben', 'older', 'Unread.');
    await readAll(stage);
    // The feed of the channel would mark as read what the test opens later.
    await setMarking(stage, 3);
    await stage.say('ben', 'middle', 'Unread.');
    await stage.say('ada', 'newest', 'By oneself.');
    const ada = await stage.openPage('ada', '/drafts');
    const opens = async (view: number, path: string) => {
      await setView(stage, view);
      await ada.goto('/drafts');
      await getWeaving(ada).click();
      await isAt(ada, path);
    };
    // First: the feed of the channel marks as read what it shows.
    await opens(4, stage.topicPath('middle'));
    await getStored(ada, 'Unread.').waitFor();
    await opens(2, `/channel/${stage.weaving}-weaving`);
    await opens(3, listPath(stage));
    await opens(1, stage.topicPath('newest'));
    await chooseOnLeft(ada, 'newest', 'Mute topic');
    await opens(1, stage.topicPath('middle'));
    assert.equal(await stage.count('newest', 'By oneself.'), 1);
    await setMarking(stage, 1);
  });

  sentence(
    'Recent lists conversations that busier ones have pushed out of the loaded messages',
    async (_t, stage) => {
      await stage.say('ben', 'spun long ago', 'Three skeins.');
      await done(
        stage.as('ben').post('/messages', { type: 'direct', to: [stage.people.ada.id], content: 'Tea?' }),
      );
      const ada = await stage.openPage('ada', '/drafts');
      await ada.route('**/api/v1/messages?*', (route) =>
        route.request().url().includes('message_ids')
          ? route.continue()
          : route.fulfill({
              json: {
                result: 'success',
                msg: '',
                messages: [],
                found_oldest: false,
                found_newest: true,
                found_anchor: true,
                history_limited: false,
                anchor: 1,
              },
            }),
      );
      await ada.goto('/recent');
      await getRow(ada, 'spun long ago').getByLabel('1 unread').waitFor();
      await getRow(ada, 'Ben Okafor').waitFor();
      await getRow(ada, 'spun long ago')
        .getByText(/\d+:\d\d/)
        .waitFor();
      await getButton(ada.getByRole('main'), 'Load older conversations').waitFor({ state: 'detached' });
    },
  );
});

// Summaries and suggested names of topics, by a model of the test's own.

const link = (page: Parameters<typeof getLeft>[0], name: string) => getLeft(page).getByRole('link', { name });

inWindows('Topic summaries', (sentence) => {
  sentence(
    'A topic is summarized and named by the model of the server, unless the person hides it',
    async (t, stage) => {
      const says = ['Ben warped the <b>loom</b>.', 'Warping day\nLoom news'];
      const { url } = await localServer(t, (_request, response) => {
        response.end(JSON.stringify({ choices: [{ message: { content: says.shift() } }] }));
      });
      writeFileSync(join(stage.dataDir, 'heddle.toml'), `ai_url = "${url}/v1"\nai_model = "loom-7b"\n`);
      await stage.server.stop();
      await stage.server.start();
      await stage.say('ben', 'news', 'The loom is warped.');
      const ada = await stage.openPage('ada', '/inbox');
      await link(ada, 'news').first().waitFor();
      await chooseOnLeft(ada, 'news', 'Summarize topic');
      const dialog = ada.getByRole('dialog', { name: 'Summary of news' });
      await dialog.getByText('Ben warped the <b>loom</b>.').waitFor();
      await dialog.getByText('It may be wrong.').waitFor();
      await ada.keyboard.press('Escape');
      await chooseOnLeft(ada, 'news', 'Rename topic');
      const rename = ada.getByRole('dialog', { name: 'Rename topic' });
      await getButton(rename, 'Suggest names').click();
      await getButton(rename, 'Warping day').click();
      await getButton(rename, 'Save').click();
      await link(ada, 'Warping day').first().waitFor();
      await done(stage.as('ada').patch('/settings', { hide_ai_features: true }));
      await ada.reload();
      await link(ada, 'Warping day').first().waitFor();
      await getButton(getLeft(ada), 'Actions for Warping day').click();
      await ada.getByRole('menuitem', { name: 'Rename topic' }).waitFor();
      await ada.getByRole('menuitem', { name: 'Summarize topic' }).waitFor({ state: 'detached' });
    },
  );
});
