/** Channels: found, made, joined, changed and put away; and what each person makes of them on the left. */
import assert from 'node:assert/strict';
import {
  getButton,
  chooseOnLeft,
  getDialog,
  getLeft,
  getStored,
  getTitle,
  getToast,
  goTo,
  isFilled,
  leftShown,
  write,
} from './page.ts';
import { done, onOneServer, until, type Name, type Page, type Stage } from './stage.ts';

interface Subscription {
  stream_id: number;
  is_muted: boolean;
  pin_to_top: boolean;
  color: string;
}

/** Makes a channel by a program. */
async function make(
  stage: Stage,
  name: string,
  people: Name[],
  more: Record<string, unknown> = {},
): Promise<number> {
  const principals = people.map((who) => stage.people[who].id);
  await done(
    stage.as('ada').post('/users/me/subscriptions', { subscriptions: [{ name }], principals, ...more }),
  );
  return (await done(stage.as('ada').get('/get_stream_id', { stream: name }))).stream_id as number;
}

async function personal(stage: Stage, who: Name, id: number): Promise<Subscription | undefined> {
  const { subscriptions } = await done(stage.as(who).get('/users/me/subscriptions'));
  return (subscriptions as Subscription[]).find(({ stream_id }) => stream_id === id);
}

const getPath = (page: Page): string => new URL(page.url()).pathname;

onOneServer('Channels', (sentence) => {
  sentence('A new channel can be found, joined and written to by another user', async (_t, stage) => {
    const [ada, ben] = [await stage.openPage('ada', '/channels'), await stage.openPage('ben', '/channels')];
    await getButton(ada, 'Create channel').click();
    const form = getDialog(ada, 'Create channel');
    await form.getByLabel('Name').fill('weaving');
    await form.getByText('A channel with this name already exists.').waitFor();
    await until('it cannot be created', () => getButton(form, 'Create channel').isDisabled());
    await form.getByLabel('Name').fill('spinning');
    await form.getByLabel('Description').fill('Of wheels and whorls');
    await getButton(form, 'Create channel').click();
    await getToast(ada, 'Created spinning.').waitFor();
    await getButton(ada, 'Open channel').click();
    await until('it is open', () => /^\/channel\/\d+-spinning/.test(getPath(ada)));

    await ben.getByRole('textbox', { name: 'Filter channels' }).fill('spin');
    const row = ben.getByRole('listitem').filter({ hasText: 'Of wheels and whorls' });
    await getButton(row, 'Join').click();
    await getButton(row, 'Leave').waitFor();
    await getButton(ben, 'Not joined').click();
    await row.waitFor({ state: 'detached' });
    await getButton(ben, 'Joined').click();
    await row.getByRole('link').click();
    await getButton(ben, 'Show my email address for this channel').click();
    await ben.getByText('This server does not receive emails.').waitFor();
    await getLeft(ben).getByRole('link', { name: 'spinning' }).click();
    await ben.getByRole('combobox', { name: 'Topic' }).fill('wheels');
    await write(ben, 'Mine squeaks.');
    await getLeft(ada).getByRole('link', { name: 'wheels' }).click();
    await getStored(ada, 'Mine squeaks.').waitFor();
  });

  sentence('Subscribers are added to and removed from a channel', async (_t, stage) => {
    const id = await make(stage, 'felting', ['ada', 'ben']);
    const ada = await stage.openPage('ada', `/channels/${id}/people`);
    const ben = await stage.openPage('ben', '/inbox');
    const there = getLeft(ben).getByRole('link', { name: 'felting' });
    await there.waitFor();
    await getButton(ada, 'Remove Ben Okafor').click();
    await there.waitFor({ state: 'detached' });
    await ada.getByLabel('Add people').fill('ben');
    await ada.getByRole('option', { name: 'Ben Okafor' }).click();
    const broken = { status: 500, body: '{}' };
    await ada.route('**/api/v1/users/me/subscriptions', (route) => route.fulfill(broken), { times: 1 });
    await getButton(ada, 'Add 1 person').click();
    await getToast(ada, 'Server error (500)').waitFor();
    // Those who could not be added are still chosen.
    await getButton(ada, 'Add 1 person').click();
    await there.waitFor();
    await ben.goto(`/channels/${id}/people`);
    await ben.getByRole('listitem').filter({ hasText: 'Ada Achterberg' }).first().waitFor();
    assert.equal(await getButton(ben, 'Remove Ada Achterberg').count(), 0);
  });

  sentence(
    'A group with its subgroups and a whole channel are added to a channel, each user once',
    async (_t, stage) => {
      const { people } = stage;
      const inner = { name: 'dyers', description: '', members: [people.ben.id] };
      const { group_id } = await done(stage.as('ada').post('/user_groups/create', inner));
      const outer = { name: 'guild', description: '', members: [people.ada.id], subgroups: [group_id] };
      await done(stage.as('ada').post('/user_groups/create', outer));
      const id = await make(stage, 'patchwork', ['ada']);
      const page = await stage.openPage('ada', `/channels/${id}/people`);
      const field = page.getByLabel('Add people');
      await field.fill('guild');
      await page.getByRole('option', { name: 'guild' }).click();
      await page.getByText('1 person to add, 1 already in the channel.').waitFor();
      await field.fill('weaving');
      await page.getByRole('option', { name: 'weaving' }).click();
      await getButton(page, 'Remove weaving').waitFor();
      await getButton(page, 'Add 1 person').click();
      await getButton(page, 'Remove Ben Okafor').waitFor();
      await page.goto('/channels/new');
      await page.getByLabel('Name').fill('plaiting');
      await field.fill('weaving');
      await page.getByRole('option', { name: 'weaving' }).click();
      await page.getByText('1 person to add, 1 already in the channel.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Create channel' }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const { stream_id } = await done(stage.as('ada').get('/get_stream_id', { stream: 'plaiting' }));
      const { subscribers } = await done(stage.as('ada').get(`/streams/${String(stream_id)}/members`));
      assert.deepEqual(new Set(subscribers as number[]), new Set([people.ada.id, people.ben.id]));
    },
  );

  sentence(
    'Channels of others are requested once, when they are needed, and kept current',
    async (_t, stage) => {
      const [id, other] = [await make(stage, 'unjoined', ['ada']), await make(stage, 'farther', ['ada'])];
      const ben = await stage.openPage('ben', '/inbox');
      let asked = 0;
      await ben.route('**/api/v1/streams?*', (route) => {
        asked++;
        return route.continue();
      });
      await ben.reload();
      await getTitle(ben).filter({ hasText: 'Inbox' }).waitFor();
      await leftShown(ben);
      assert.equal(asked, 0);
      await goTo(ben, `/channel/${id}-unjoined`);
      await getTitle(ben).filter({ hasText: 'unjoined' }).waitFor();
      await done(stage.as('ada').patch(`/streams/${other}`, { new_name: 'farthest' }));
      await goTo(ben, '/channels');
      await ben.getByRole('main').getByText('farthest').waitFor();
      await goTo(ben, '/channel/999999999-gone');
      await getTitle(ben).filter({ hasText: 'Not found' }).waitFor();
      assert.equal(asked, 1);
    },
  );

  sentence('Enter on an unknown name does not create a channel', async (_t, stage) => {
    const page = await stage.openPage('ada', '/channels/new');
    await page.getByLabel('Name').fill('untimely');
    const field = page.getByLabel('Add people');
    await field.fill('zzz');
    await page.getByText('No matching people.').waitFor();
    await field.press('Enter');
    // Creating goes through the same connection, so what comes after it would find the channel.
    await field.fill('ben');
    await page.getByRole('option', { name: 'Ben Okafor' }).click();
    await getButton(page, 'Remove Ben Okafor').waitFor();
    const { status } = await stage.as('ada').get('/get_stream_id', { stream: 'untimely' });
    assert.equal(status, 400);
  });

  sentence(
    'The field for the channel name shows changes by others, and keeps a refused input',
    async (_t, stage) => {
      const id = await make(stage, 'heddling', ['ada', 'ben']);
      const ada = await stage.openPage('ada', `/channels/${id}/general`);
      const name = ada.getByLabel('Name');
      await isFilled(name, 'heddling');
      await done(stage.as('ada').patch(`/streams/${id}`, { new_name: 'heddling room' }));
      await isFilled(name, 'heddling room');
      await name.fill('weaving');
      await name.press('Enter');
      await ada.getByText('Channel name is already in use').waitFor();
      await isFilled(name, 'weaving');
      await name.fill('heddling room');
      await name.press('Enter');
      await ada.getByText('Channel name is already in use').waitFor({ state: 'detached' });
    },
  );

  sentence('A channel name that is saved is shown before its event arrives', async (_t, stage) => {
    const id = await make(stage, 'tatting', ['ada']);
    const ada = await stage.openPage('ada', `/channels/${id}/general`);
    const [name, description] = [ada.getByLabel('Name'), ada.getByLabel('Description')];
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await ada.route('**/api/v1/events?*', async (route) => {
      await isReleased;
      await route.continue();
    });
    // Ends the request for events that is under way.
    await done(stage.as('ada').patch(`/streams/${id}`, { description: 'Layers' }));
    await isFilled(description, 'Layers');
    await name.fill('tatting room');
    await name.press('Enter');
    await ada.getByText('Saved').waitFor();
    assert.equal(await name.inputValue(), 'tatting room');
    release();
    await getLeft(ada).getByRole('link', { name: 'tatting room' }).waitFor();
    assert.equal(await name.inputValue(), 'tatting room');
    await done(stage.as('ada').patch(`/streams/${id}`, { new_name: 'tatting hall' }));
    await isFilled(name, 'tatting hall');
  });

  sentence('A channel’s name, privacy and permissions are changed, and it is archived', async (_t, stage) => {
    const id = await make(stage, 'carding', ['ada', 'ben']);
    const ada = await stage.openPage('ada', `/channels/${id}/general`);
    const ben = await stage.openPage('ben', '/inbox');
    await ada.getByLabel('Name').fill('carding roo');
    await ada.getByLabel('Name').pressSequentially('m');
    assert.equal(
      await ada.getByText('Saving').or(ada.getByText('Saved')).count(),
      0,
      'it is saved letter by letter',
    );
    await ada.getByLabel('Name').press('Enter');
    await getLeft(ben).getByRole('link', { name: 'carding room' }).waitFor();
    await ada.getByLabel('Description').fill('Brushes only.');
    await ada.getByLabel('Description').press('Tab');
    await getLeft(ben).getByRole('link', { name: 'carding room' }).click();
    await ben.getByRole('main').getByText('Brushes only.').waitFor();
    await ada.getByRole('radio', { name: /^Private, shared history/ }).check();
    await getLeft(ben)
      .getByRole('link', { name: 'carding room' })
      .getByRole('img', { name: 'private' })
      .waitFor();

    await ada
      .getByRole('navigation', { name: 'carding room' })
      .getByRole('link', { name: 'Permissions' })
      .click();
    await ada.getByLabel('Who can send messages').selectOption('Administrators');
    const said = async () =>
      (await stage.as('ben').post('/messages', { type: 'channel', to: id, topic: 'x', content: 'y' })).status;
    await until('he may not write', async () => (await said()) === 400);

    await ada
      .getByRole('navigation', { name: 'carding room' })
      .getByRole('link', { name: 'General' })
      .click();
    await getButton(ada, 'Archive channel').click();
    await getButton(getDialog(ada, 'Archive carding room?'), 'Archive channel').click();
    await getLeft(ben).getByRole('link', { name: 'carding room' }).waitFor({ state: 'detached' });
    await getButton(ada, 'Unarchive channel').click();
    await getLeft(ben).getByRole('link', { name: 'carding room' }).waitFor();
  });

  sentence('A channel is muted, pinned, coloured and left for oneself', async (_t, stage) => {
    const id = await make(stage, 'plying', ['ada', 'ben']);
    const ben = await stage.openPage('ben', '/inbox');
    const row = getLeft(ben).getByRole('link', { name: 'plying' });
    await chooseOnLeft(ben, 'plying', 'Pin to top');
    await getLeft(ben).getByRole('button', { name: 'Pinned' }).waitFor();
    await chooseOnLeft(ben, 'plying', 'Mute channel');
    await row.getByText('muted').waitFor();
    await chooseOnLeft(ben, 'plying', 'Change color');
    await getButton(getDialog(ben, 'Change color'), 'Color 6').click();
    await until('the server knows', async () => {
      const kept = await personal(stage, 'ben', id);
      return kept?.pin_to_top === true && kept.is_muted && kept.color === '#2e8b72';
    });
    assert.equal((await personal(stage, 'ada', id))?.is_muted, false);
    await ben.goto(`/channels/${id}/personal`);
    await ben.getByRole('switch', { name: 'Mute this channel', checked: true }).click();
    await ben.getByLabel('Email notifications').selectOption('On');
    await until('it is unmuted', async () => (await personal(stage, 'ben', id))?.is_muted === false);
    await chooseOnLeft(ben, 'plying', 'Leave channel');
    await row.waitFor({ state: 'detached' });
    await until('the server knows', async () => (await personal(stage, 'ben', id)) === undefined);
  });

  sentence('A topic is followed, muted, resolved and deleted', async (_t, stage) => {
    for (const topic of ['ends', 'picks', 'reeds', 'sheds', 'warps'])
      await stage.say('ben', topic, `On ${topic}.`);
    const ada = await stage.openPage('ada', '/inbox');
    const ben = await stage.openPage('ben', stage.topicPath('warps'));
    const row = getLeft(ada).getByRole('link', { name: /warps/ });
    await chooseOnLeft(ada, 'warps', 'Follow topic');
    await row.getByRole('img', { name: 'followed' }).waitFor();
    await chooseOnLeft(ada, 'sheds', 'Mute topic');
    await until('the server knows both', async () => {
      const { user_topics: topics } = await done(
        stage.as('ada').post('/register', { fetch_event_types: ['user_topic'] }),
      );
      const kept = (topics as { topic_name: string; visibility_policy: number }[]).map((one) => [
        one.topic_name,
        one.visibility_policy,
      ]);
      return JSON.stringify(kept.sort()).includes('["sheds",1],["warps",3]');
    });
    await chooseOnLeft(ada, 'warps', 'Mark as resolved');
    for (const page of [ada, ben])
      await getLeft(page).getByRole('link', { name: 'Resolved warps' }).waitFor();
    await chooseOnLeft(ada, 'warps', 'Mark as read');
    await row.getByLabel('unread').waitFor({ state: 'detached' });
    await until(
      'it is read',
      async () => (await stage.read('ada', '✔ warps'))[0]?.flags.includes('read') === true,
    );

    await getLeft(ada)
      .getByRole('link', { name: /more topic/ })
      .click();
    const all = ada.getByRole('main');
    await all.getByRole('textbox', { name: 'Filter topics' }).fill('end');
    await all.getByRole('link', { name: 'ends' }).click();
    await getTitle(ada).filter({ hasText: 'ends' }).waitFor();
    await chooseOnLeft(ada, 'ends', 'Delete topic');
    await ben.goto(stage.topicPath('ends'));
    await getStored(ben, 'On ends.').waitFor();
    await getButton(getDialog(ada, 'Delete ends?'), 'Delete topic').click();
    await getStored(ben, 'On ends.').waitFor({ state: 'detached' });
    assert.deepEqual(await stage.read('ada', 'ends'), []);
  });

  sentence('Links to a channel and to a topic are copied', async (_t, stage) => {
    await stage.say('ben', 'Q&A / 1', 'Ask here.');
    const ada = await stage.openPage('ada', '/inbox');
    const ben = await stage.openPage('ben', '/inbox');
    const copied = () => ada.evaluate<string>('navigator.clipboard.readText()');
    for (const [row, path] of [
      ['Q&A / 1', stage.topicPath('Q&A / 1')],
      ['weaving', `/channel/${stage.weaving}-weaving`],
    ] as const) {
      await ada.evaluate("navigator.clipboard.writeText('')");
      await chooseOnLeft(ada, row, 'Copy link');
      await getToast(ada, 'Link copied').first().waitFor();
      await until('it is copied', async () => (await copied()) !== '');
      await ben.goto(await copied());
      await getStored(ben, 'Ask here.').waitFor();
      await until('it is there', async () => getPath(ben).replace(/\/with\/\d+$/, '') === path);
    }
  });

  sentence('The subscribers of a large channel are filtered by name', async (_t, stage) => {
    const { ada, ben } = stage.people;
    const channelId = await make(stage, 'crowd', ['ada', 'ben']);
    const page = await stage.openPage('ada', '/inbox');
    const subscribers = [ada.id, ben.id, ...Array.from({ length: 60 }, (_, i) => 900_000 + i)];
    const body = JSON.stringify({ result: 'success', msg: '', subscribers });
    await page.route(`**/api/v1/streams/${channelId}/members`, (route) =>
      route.fulfill({ status: 200, body }),
    );
    await page.goto(`/channels/${channelId}/people`);
    const rows = page.getByRole('main').getByRole('list', { name: 'People' }).getByRole('listitem');
    await until('all are listed', async () => (await rows.count()) === subscribers.length);
    const filter = page.getByRole('main').getByRole('textbox', { name: 'Filter people' });
    await filter.fill('oka');
    await until('only he is left', async () => (await rows.count()) === 1);
    await rows.getByRole('button', { name: 'Remove Ben Okafor' }).waitFor();
    await filter.fill('nobody at all');
    await page.getByRole('main').getByText('No matching people').waitFor();
  });

  sentence('The sidebar is filtered by a few letters, and its sections collapse', async (_t, stage) => {
    await make(stage, 'quilting', ['ada', 'ben']);
    const ada = await stage.openPage('ada', '/inbox');
    const left = getLeft(ada);
    const rows = [
      left.getByRole('link', { name: 'quilting' }),
      left.getByRole('link', { name: 'weaving' }),
    ] as const;
    await left.getByRole('textbox', { name: 'Filter conversations' }).fill('quil');
    await rows[1].waitFor({ state: 'detached' });
    await rows[0].waitFor();
    await left.getByRole('textbox', { name: 'Filter conversations' }).fill('no such name');
    await left.getByText('Nothing found').waitFor();
    await left.getByRole('textbox', { name: 'Filter conversations' }).fill('');
    await rows[1].waitFor();
    await left.getByRole('button', { name: 'Channels', expanded: true }).click();
    await rows[0].waitFor({ state: 'detached' });
    await ada.reload();
    await left.getByRole('button', { name: 'Channels', expanded: false }).click();
    await rows[0].waitFor();
  });
});
