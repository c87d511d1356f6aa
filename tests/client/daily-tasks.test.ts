/**
 * What people do every day, with the keys and clicks that it takes. Letters that choose something count as keys, what is
 * written into a message or as a name does not. The list in docs/screens.md says what is counted here.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  getButton,
  getCompose,
  getDialog,
  getLeft,
  getSearch,
  getStored,
  getTitle,
  leftShown,
} from './page.ts';
import { done, onOneServer, until, type Locator, type Page, type Stage } from './stage.ts';

const listed = readFileSync(new URL('../../docs/screens.md', import.meta.url), 'utf8');

/** Keyboard and mouse of a person who is being watched. */
class Hands {
  #keys = 0;
  #clicks = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string): Promise<void> {
    this.#keys++;
    await this.#page.keyboard.press(key);
  }

  /** Letters that choose something. */
  async search(letters: string): Promise<void> {
    this.#keys += letters.length;
    await this.#page.keyboard.type(letters);
  }

  /** A text that the task is about. */
  write(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  async click(what: Locator, options?: { button: 'right' }): Promise<void> {
    this.#clicks++;
    await what.click(options);
  }

  /** One click opens the list, another one chooses. */
  async select(what: Locator, choice: string): Promise<void> {
    this.#clicks += 2;
    await what.selectOption({ label: choice });
  }

  /** Fails unless the list in the documentation says the same. */
  isListed(task: string): void {
    const parts = [count(this.#keys, 'key'), count(this.#clicks, 'click')].filter((part) => part !== '');
    const row = listed.split('\n').find((line) => line.startsWith(`| ${task} |`));
    assert.equal(row?.split('|')[2]?.trim(), parts.join(', '), `docs/screens.md, "${task}"`);
  }
}

const count = (many: number, what: string): string =>
  many === 0 ? '' : `${many} ${what}${many === 1 ? '' : 's'}`;

const getFocused = (page: Page, what: Locator): Promise<void> => what.and(page.locator(':focus')).waitFor();

async function getPolicies(stage: Stage): Promise<Map<string, number>> {
  const { user_topics } = await done(
    stage.as('ada').post('/register', { fetch_event_types: ['user_topic'] }),
  );
  const topics = user_topics as { topic_name: string; visibility_policy: number }[];
  return new Map(topics.map((topic) => [topic.topic_name, topic.visibility_policy]));
}

onOneServer('Daily tasks', (sentence) => {
  sentence('A message is quoted and replied to by two keys', async (_t, stage) => {
    await stage.say('ben', 'quoted', 'Which reed?');
    const page = await stage.openPage('ada', stage.topicPath('quoted'));
    await getStored(page, 'Which reed?').waitFor();
    const hands = new Hands(page);
    await hands.press('>');
    await getFocused(page, getCompose(page));
    await hands.write('The fine one.');
    await hands.press('Control+Enter');
    await getStored(page, 'The fine one.').getByRole('blockquote').getByText('Which reed?').waitFor();
    hands.isListed('Reply with a quote');
  });

  sentence('A direct message to three people is begun by letters of their names', async (_t, stage) => {
    for (const name of ['Quentin Aster', 'Quilla Bray', 'Quora Cole'])
      await done(
        stage.as('ada').post('/users', {
          email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
          full_name: name,
          password: 'loom and shuttle 7',
        }),
      );
    const page = await stage.openPage('ada', '/inbox');
    await leftShown(page);
    const hands = new Hands(page);
    await hands.press('x');
    const field = page.getByRole('combobox', { name: 'People' });
    await getFocused(page, field);
    for (const [letters, name] of [
      ['que', 'Quentin Aster'],
      ['qui', 'Quilla Bray'],
      ['quo', 'Quora Cole'],
    ] as const) {
      await hands.search(letters);
      await page.getByRole('option', { name }).waitFor();
      await hands.press('Enter');
      await getButton(page, `Remove ${name}`).waitFor();
    }
    await hands.press('Tab');
    await getFocused(page, getCompose(page));
    await hands.write('Tea at four?');
    await hands.press('Control+Enter');
    await getLeft(page).getByRole('link', { name: 'Quentin Aster, Quilla Bray, Quora Cole' }).waitFor();
    hands.isListed('Write to three people');
  });

  sentence('A decision of last week is found by a word of it', async (_t, stage) => {
    await stage.say('ben', 'the new loom', 'We decided on walnut for the frame.');
    const page = await stage.openPage('ada', '/inbox');
    await leftShown(page);
    const hands = new Hands(page);
    await hands.press('/');
    await getFocused(page, getSearch(page).getByRole('combobox'));
    await hands.search('walnut');
    await hands.press('Enter');
    await getStored(page, 'We decided on walnut').waitFor();
    hands.isListed('Find last week’s decision');
  });

  sentence('A private channel is created with a group', async (_t, stage) => {
    const group = { name: 'spinners', description: '', members: [stage.people.ben.id] };
    await done(stage.as('ada').post('/user_groups/create', group));
    const page = await stage.openPage('ada', '/inbox');
    await leftShown(page);
    const hands = new Hands(page);
    await hands.click(getLeft(page).getByRole('link', { name: 'Browse channels' }));
    await hands.click(getButton(page, 'Create channel'));
    const dialog = getDialog(page, 'Create channel');
    await getFocused(page, dialog.getByLabel('Name'));
    await hands.write('spinning');
    await hands.click(dialog.getByRole('radio', { name: /^Private/ }).first());
    await hands.click(dialog.getByLabel('Add people'));
    await hands.search('spin');
    await page.getByRole('option', { name: 'spinners' }).waitFor();
    await hands.press('Enter');
    await dialog.getByText('1 person to add').waitFor();
    await hands.click(getButton(dialog, 'Create channel'));
    await dialog.waitFor({ state: 'detached' });
    const { stream_id } = await done(stage.as('ada').get('/get_stream_id', { stream: 'spinning' }));
    const { subscribers } = await done(stage.as('ada').get(`/streams/${String(stream_id)}/members`));
    assert.deepEqual(new Set(subscribers as number[]), new Set([stage.people.ada.id, stage.people.ben.id]));
    hands.isListed('Create a private channel with a group');
  });

  sentence('Three messages in the middle of a topic are chosen and moved together', async (_t, stage) => {
    for (const text of ['One.', 'Two.', 'Three.', 'Four.', 'Five.']) await stage.say('ben', 'mixed', text);
    const page = await stage.openPage('ada', stage.topicPath('mixed'));
    await getStored(page, 'Five.').waitFor();
    const hands = new Hands(page);
    const step = async (key: string, text: string) => {
      await hands.press(key);
      await getFocused(page, getStored(page, text));
    };
    await step('k', 'Five.');
    await step('k', 'Four.');
    await step('Shift+ArrowUp', 'Three.');
    await step('Shift+ArrowUp', 'Two.');
    await page.getByText('3 messages selected').waitFor();
    await hands.press('m');
    const dialog = getDialog(page, 'Move 3 messages');
    await getFocused(page, dialog.getByRole('combobox', { name: 'Topic' }));
    await dialog.getByRole('combobox', { name: 'Topic' }).fill('sorted');
    await hands.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await getStored(page, 'Two.').waitFor({ state: 'detached' });
    await page.getByText('3 messages selected').waitFor({ state: 'detached' });
    const said = async (topic: string) => (await stage.read('ada', topic)).map(({ content }) => content);
    assert.deepEqual(await said('mixed'), ['One.', 'Five.']);
    const [two, three, four, notice = ''] = await said('sorted');
    assert.deepEqual([two, three, four], ['Two.', 'Three.', 'Four.']);
    assert.match(notice, /^3 messages were moved here/);
    hands.isListed('Move three messages');
  });

  sentence(
    'Messages are chosen by Shift and a click, and given up by Escape or a click',
    async (_t, stage) => {
      for (const text of ['Warp.', 'Weft.', 'Selvedge.']) await stage.say('ben', 'clicked', text);
      const page = await stage.openPage('ada', stage.topicPath('clicked'));
      await getStored(page, 'Warp.').click();
      const many = page.getByText('messages selected');
      const click = (text: string, key = '') =>
        getStored(page, text).click(key === 'Shift' ? { modifiers: ['Shift'] } : {});
      for (const giveUp of [() => page.keyboard.press('Escape'), () => click('Weft.')]) {
        await click('Warp.');
        await click('Selvedge.', 'Shift');
        await many.filter({ hasText: '3' }).waitFor();
        await click('Weft.', 'Shift');
        await many.filter({ hasText: '2' }).waitFor();
        await giveUp();
        await many.waitFor({ state: 'detached' });
      }
    },
  );

  sentence('A message is scheduled by two clicks', async (_t, stage) => {
    const page = await stage.openPage('ada', stage.topicPath('tomorrow'));
    const hands = new Hands(page);
    await getCompose(page).focus();
    await hands.write('Good morning.');
    await hands.click(getButton(page, 'Sending options'));
    await hands.click(page.getByRole('menuitem', { name: 'In one hour' }));
    await until('the server keeps it', async () => {
      const { scheduled_messages: all } = await done(stage.as('ada').get('/scheduled_messages'));
      return (all as { content: string }[]).some(({ content }) => content === 'Good morning.');
    });
    hands.isListed('Schedule a message');
  });

  sentence('An open topic is muted by a key, and another one followed by two clicks', async (_t, stage) => {
    for (const topic of ['noise', 'news']) await stage.say('ben', topic, `Some ${topic}.`);
    const page = await stage.openPage('ada', stage.topicPath('noise'));
    await getStored(page, 'Some noise.').waitFor();
    const hands = new Hands(page);
    await hands.press('M');
    await until('it is muted', async () => (await getPolicies(stage)).get('noise') === 1);
    await page.goto(stage.topicPath('news'));
    await getTitle(page).filter({ hasText: 'news' }).waitFor();
    await hands.click(getButton(page.getByRole('main'), 'Topic actions').first());
    await hands.click(page.getByRole('menuitemcheckbox', { name: 'Follow topic' }));
    await until('it is followed', async () => (await getPolicies(stage)).get('news') === 3);
    hands.isListed('Mute one topic and follow another');
  });

  sentence('Notifications are chosen for one channel', async (_t, stage) => {
    const page = await stage.openPage('ada', '/inbox');
    await leftShown(page);
    const hands = new Hands(page);
    await hands.click(getLeft(page).getByRole('link', { name: 'weaving' }).first(), { button: 'right' });
    await hands.click(page.getByRole('menuitem', { name: 'Notifications' }));
    await hands.select(page.getByLabel('Desktop notifications'), 'On');
    await until('the server knows', async () => {
      const { subscriptions } = await done(stage.as('ada').get('/users/me/subscriptions'));
      const all = subscriptions as { stream_id: number; desktop_notifications: boolean | null }[];
      return all.find(({ stream_id }) => stream_id === stage.weaving)?.desktop_notifications === true;
    });
    hands.isListed('Notifications for one channel');
  });
});
