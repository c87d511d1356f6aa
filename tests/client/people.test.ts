/** People, their profiles, and groups. */
import assert from 'node:assert/strict';
import { getButton, getCompose, getDialog, getLeft, getStored, getTitle, getToast, choose } from './page.ts';
import { done, onOneServer, until, type Stage, type Locator, type Page, inWindows } from './stage.ts';

const getRight = (page: Page): Locator => page.getByRole('complementary', { name: 'People' });
const getCard = getDialog;

async function openCard(page: Page, name: string): Promise<Locator> {
  await page.goto('/people');
  await page.getByRole('main').getByRole('button', { name }).click();
  const card = getCard(page, name);
  await card.waitFor();
  return card;
}

const getGroups = async (stage: Stage) =>
  (await done(stage.as('ada').get('/user_groups', { include_deactivated_groups: true }))).user_groups as {
    name: string;
    members: number[];
    deactivated: boolean;
  }[];

onOneServer('Users and groups', (sentence) => {
  sentence('Lists of people show nobody until everyone is known', async (_t, stage) => {
    const page = await stage.openPage('ada', '/inbox');
    const { promise: asked, resolve: ask } = Promise.withResolvers<unknown>();
    await page.route('**/api/v1/users?*', async (route) => {
      await asked;
      await route.continue();
    });
    for (const [path, kept] of [
      ['/people', page.getByRole('main')],
      ['/organization/users', getDialog(page, 'Settings')],
    ] as const) {
      await page.goto(path);
      await kept.getByRole('status', { name: 'Loading' }).waitFor();
      assert.equal(await kept.getByRole('listitem').getByText('Ben Okafor').count(), 0, path);
    }
    await page.goto('/organization/bots');
    await getDialog(page, 'Settings').getByRole('status', { name: 'Loading' }).waitFor();
    assert.equal(await page.getByText('No bots').count(), 0);
    ask(undefined);
    await page.getByText('No bots').waitFor();
    await page.goto('/people');
    await page.getByRole('main').getByRole('listitem').getByText('Ben Okafor').waitFor();
  });

  sentence('A user is found, viewed and messaged', async (_t, stage) => {
    const { id: field } = await done(
      stage.as('ada').post('/realm/profile_fields', { field_type: 1, name: 'Craft' }),
    );
    await done(stage.as('ben').patch('/users/me/profile_data', { data: [{ id: field, value: 'Dyer' }] }));
    const ada = await stage.openPage('ada', '/people');
    await ada.getByRole('main').getByRole('textbox', { name: 'Filter people' }).fill('oka');
    const rows = ada.getByRole('main').getByRole('list', { name: 'People' }).getByRole('listitem');
    await until('only he is left', async () => (await rows.count()) === 1);
    await getButton(ada, 'Administrators and moderators').click();
    await ada.getByText('Nothing found').waitFor();
    await getButton(ada, 'Everyone').click();
    await rows.getByRole('button', { name: 'Ben Okafor' }).click();
    const card = getCard(ada, 'Ben Okafor');
    await card.getByText('Dyer').waitFor();
    await card.getByText('Member').waitFor();
    await getButton(card, 'Message').click();
    await getTitle(ada).filter({ hasText: 'Ben Okafor' }).waitFor();

    await stage.say('ben', 'cards', 'From my card.');
    await getButton(await openCard(ada, 'Ben Okafor'), 'View messages').click();
    await getStored(ada, 'From my card.').waitFor();
    await ada.goto(stage.topicPath('cards'));
    await getStored(ada, 'From my card.').getByRole('button', { name: 'Ben Okafor' }).click();
    await getButton(getCard(ada, 'Ben Okafor'), 'Mention').click();
    await until('he is named', async () => (await getCompose(ada).inputValue()).startsWith('@**Ben Okafor'));
  });

  sentence(
    'The card of a built-in bot leads to its messages, and neither mentions nor mutes it',
    async (_t, stage) => {
      await stage.say('ben', 'before', 'A move.');
      const [message] = await stage.read('ben', 'before');
      await done(stage.as('ben').patch(`/messages/${message?.id}`, { topic: 'after' }));
      const ada = await stage.openPage('ada', stage.topicPath('after'));
      await getStored(ada, 'was moved here').getByRole('button', { name: 'Notification Bot' }).click();
      const card = getCard(ada, 'Notification Bot');
      await card.getByText('Bot', { exact: true }).waitFor();
      assert.equal(await getButton(card, 'Mention').count(), 0);
      assert.equal(await getButton(card, 'Mute').count(), 0);
      await getButton(card, 'View messages').click();
      await getTitle(ada).filter({ hasText: 'sender:notification-bot' }).waitFor();
      await getStored(ada, 'was moved here').waitFor();
    },
  );

  sentence('A status is set and cleared', async (_t, stage) => {
    const [ada, ben] = [await stage.openPage('ada', '/feed'), await stage.openPage('ben', '/feed')];
    await getRight(ben)
      .getByRole('link', { name: /Ben Okafor/ })
      .click();
    const card = getCard(ben, 'Ben Okafor');
    await getButton(card, 'Set status').click();
    await getButton(card, 'In a meeting').click();
    assert.equal(await card.getByLabel('Your status').inputValue(), 'In a meeting');
    await getButton(card, 'Save').and(ben.locator(':focus')).waitFor();
    await getButton(card, 'No emoji').click();
    await getButton(card, 'Save').and(ben.locator(':focus')).waitFor();
    await card.getByLabel('Clear after').selectOption('Never');
    await card.getByLabel('Your status').fill('At the loom');
    await getButton(card, 'Add an emoji').click();
    await card.getByRole('combobox', { name: 'Search emoji' }).fill('sunflower');
    await card.getByRole('option', { name: 'sunflower' }).first().click();
    await getButton(card, 'Save').click();
    await getRight(ada)
      .getByRole('link', { name: /Ben Okafor.*At the loom/ })
      .waitFor();
    const status = async () =>
      (await done(stage.as('ada').get(`/users/${stage.people.ben.id}/status`))).status as object;
    assert.deepEqual(await status(), {
      status_text: 'At the loom',
      emoji_name: 'sunflower',
      emoji_code: '1f33b',
      reaction_type: 'unicode_emoji',
    });
    await getRight(ben)
      .getByRole('link', { name: /Ben Okafor/ })
      .click();
    await getButton(card, 'Set status').click();
    await getButton(card, 'Clear status').click();
    await getRight(ada).getByText('At the loom').waitFor({ state: 'detached' });
    await until('the server has none', async () => !JSON.stringify(await status()).includes('loom'));
  });

  sentence('A status that is edited keeps the time at which it is cleared', async (_t, stage) => {
    const heddle_expires_at = Math.floor(Date.now() / 1000) + 3600;
    await done(stage.as('ben').post('/users/me/status', { status_text: 'Away', heddle_expires_at }));
    const ben = await stage.openPage('ben', '/feed');
    await getRight(ben)
      .getByRole('link', { name: /Ben Okafor/ })
      .click();
    const card = getCard(ben, 'Ben Okafor');
    await getButton(card, 'Set status').click();
    await card.getByLabel('Your status').fill('Away for soup');
    await getButton(card, 'Save').click();
    await until('the text is stored, and the time with it', async () => {
      const { status } = await done(stage.as('ben').get(`/users/${stage.people.ben.id}/status`));
      return JSON.stringify(status) === JSON.stringify({ status_text: 'Away for soup', heddle_expires_at });
    });
    await done(stage.as('ben').post('/users/me/status', { status_text: '' }));
  });

  sentence('Present users are listed and found by name', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/feed');
    const ben = await stage.openPage('ben', '/feed');
    await getRight(ada)
      .getByRole('link', { name: /Ben Okafor.*Active/ })
      .waitFor();
    const filter = getRight(ada).getByRole('textbox', { name: 'Filter people' });
    const readOut = ada.getByRole('log').getByText('No matching people');
    await Promise.all([readOut.waitFor({ state: 'attached' }), filter.fill('nobody of this name')]);
    await getRight(ada).getByText('No matching people').waitFor();
    await filter.fill('okaf');
    await getRight(ada).getByText('No matching people').waitFor({ state: 'detached' });
    await getRight(ada)
      .getByRole('link', { name: /Ada Achterberg/ })
      .waitFor({ state: 'detached' });
    await getRight(ada)
      .getByRole('link', { name: /Ben Okafor/ })
      .click();
    await getTitle(ada).filter({ hasText: 'Ben Okafor' }).waitFor();
    await getButton(ben, 'Hide people').click();
    await getRight(ben).waitFor({ state: 'detached' });
    await ben.reload();
    await getButton(ben, 'Show people').click();
    await getRight(ben).waitFor();
  });

  sentence('A user is muted in their profile and unmuted in the settings', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/inbox');
    const card = await openCard(ada, 'Ben Okafor');
    await getButton(card, 'Mute').click();
    await getButton(card, 'Unmute').waitFor();
    const muted = async () =>
      (await done(stage.as('ada').post('/register', { fetch_event_types: ['muted_users'] }))).muted_users as {
        id: number;
      }[];
    await until('the server knows', async () => (await muted()).some(({ id }) => id === stage.people.ben.id));
    await ada.goto('/settings/muted');
    await getButton(ada, 'Unmute Ben Okafor').click();
    await until('nobody is muted', async () => (await muted()).length === 0);
  });

  sentence('A group is created, joined, left and mentioned', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/people/groups');
    await getButton(ada, 'Create group').click();
    const form = getDialog(ada, 'Create group');
    await form.getByLabel('Name').fill('night shift');
    await form.getByLabel('Description').fill('Those who weave late');
    await getButton(form, 'Create group').click();
    await getToast(ada, 'Created night shift').waitFor();
    await ada.getByRole('link', { name: /night shift/ }).click();
    await ada.getByLabel('Join this group').selectOption('Everyone except guests');
    await ada.getByLabel('Leave this group').selectOption('Everyone except guests');
    const group = async () => (await getGroups(stage)).find(({ name }) => name.startsWith('night'));
    await ada.getByText('Saved').first().waitFor();

    const ben = await stage.openPage('ben', '/people/groups');
    await ben.getByRole('link', { name: /night shift/ }).click();
    await getButton(ben, 'Join').click();
    await getButton(ben, 'Leave').waitFor();
    await ada.getByRole('listitem').filter({ hasText: 'Ben Okafor' }).first().waitFor();
    const both = [stage.people.ada.id, stage.people.ben.id].sort().join();
    await until('both are in it', async () => (await group())?.members.sort().join() === both);
    await stage.say('ada', 'late', 'Tea, @*night shift*?');
    const late = getLeft(ben).getByRole('link', { name: 'late' });
    await late.getByLabel('1 unread mention', { exact: true }).waitFor();
    await stage.say('ada', 'late', 'Or coffee.');
    await late.getByLabel('2 unread, 1 unread mention').waitFor();
    await getButton(ben, 'Leave').click();
    await getButton(ben, 'Join').waitFor();

    await ada.getByLabel('Add people', { exact: true }).fill('ben');
    await ada.getByRole('option', { name: 'Ben Okafor' }).click();
    await getButton(ada, 'Add 1 person').click();
    await getButton(ben, 'Leave').waitFor();
    await getButton(ada, 'Remove Ben Okafor').click();
    await getButton(ben, 'Join').waitFor();
    await ada.getByLabel('Name').fill('night owls');
    await ada.getByLabel('Name').press('Enter');
    await getTitle(ben).filter({ hasText: 'night owls' }).waitFor();
    await getButton(ada, 'Deactivate').click();
    await getButton(getDialog(ada, 'Deactivate night owls?'), 'Deactivate').click();
    await getButton(ada, 'Reactivate').waitFor();
    await until('the server knows', async () => (await group())?.deactivated === true);
    await getButton(ada, 'Reactivate').click();
    await until('it is back', async () => (await group())?.deactivated === false);
  });
});

// The cards of people in lists.

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
