/** Who may do what with a channel and a group, chosen while they are made. */
import assert from 'node:assert/strict';
import { getButton, getDialog, isFilled, getLeft, getToast } from './page.ts';
import { done, inWindows, onOneServer, until, type Stage, type Locator } from './stage.ts';

type CreatedChannel = { name: string; id: number } & Record<string, unknown>;

const getGroups = async (stage: Stage): Promise<CreatedChannel[]> =>
  (await done(stage.as('ada').get('/user_groups'))).user_groups as CreatedChannel[];

async function roleId(stage: Stage, name: string): Promise<number> {
  const found = (await getGroups(stage)).find((group) => group.name === `role:${name}`);
  assert.ok(found);
  return found.id;
}

async function channelNamed(stage: Stage, name: string): Promise<CreatedChannel> {
  const streams = (await done(stage.as('ada').get('/streams'))).streams as CreatedChannel[];
  const found = streams.find((channel) => channel.name === name);
  assert.ok(found);
  return found;
}

const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });
const unfold = (form: Locator) => form.getByText('Permissions', { exact: true }).click();

onOneServer('Permissions at creation', (sentence) => {
  sentence(
    'Permissions are chosen while creating a channel, with defaults from the server',
    async (_t, stage) => {
      const { ada, ben } = stage.people;
      const page = await stage.openPage('ada', '/channels/new');
      const form = getDialog(page, 'Create channel');
      await form.getByLabel('Name').fill('notices');
      assert.equal(await form.getByLabel('Who can send messages').count(), 0, 'folded away');
      await unfold(form);
      await isFilled(form.getByLabel('Who can send messages'), String(await roleId(stage, 'everyone')));
      await form.getByLabel('Who can send messages').selectOption('Administrators');
      await form.getByLabel('Who can administer this channel').selectOption('Custom…');
      const holders = getDialog(page, 'Who can administer this channel');
      await holders.getByLabel('People').fill('ben');
      await page.getByRole('option', { name: 'Ben Okafor' }).click();
      await getButton(holders, 'Save').click();
      await getButton(form, 'Create channel').click();
      await getToast(page, 'Created notices.').waitFor();
      const made = await channelNamed(stage, 'notices');
      assert.equal(made.can_send_message_group, await roleId(stage, 'administrators'));
      assert.deepEqual(made.can_administer_channel_group, only(ada.id, ben.id));
      assert.equal(made.can_create_topic_group, await roleId(stage, 'everyone'));
      assert.equal(made.can_subscribe_group, await roleId(stage, 'nobody'));
      await getLeft(page).getByRole('link', { name: 'notices' }).waitFor();
    },
  );

  sentence('Creating a channel offers only available settings', async (_t, stage) => {
    const page = await stage.openPage('ada', '/channels/new');
    const form = getDialog(page, 'Create channel');
    await form.getByLabel('Name').fill('closed doors');
    await unfold(form);
    const topics = form.getByLabel('Who can start topics');
    await topics.selectOption('Moderators');
    await form.getByLabel('Private, protected history').check();
    await form.getByLabel('Who else can join').selectOption('Moderators');
    await topics.waitFor({ state: 'detached' });
    await getButton(form, 'Create channel').click();
    await getToast(page, 'Created closed doors.').waitFor();
    const made = await channelNamed(stage, 'closed doors');
    assert.equal(made.can_create_topic_group, await roleId(stage, 'everyone'));
    assert.equal(made.can_subscribe_group, await roleId(stage, 'moderators'));
  });

  sentence('Permissions to join and mention are chosen while creating a group', async (_t, stage) => {
    const page = await stage.openPage('ada', '/people/groups/new');
    const form = getDialog(page, 'Create group');
    await form.getByLabel('Name').fill('heralds');
    assert.equal(await form.getByLabel('Join this group').count(), 0, 'folded away');
    await unfold(form);
    await form.getByLabel('Join this group').selectOption('Everyone except guests');
    await form.getByLabel('Mention this group').selectOption('Administrators');
    await getButton(form, 'Create group').click();
    await getToast(page, 'Created heralds').waitFor();
    const made = (await getGroups(stage)).find(({ name }) => name === 'heralds');
    assert.ok(made);
    assert.equal(made.can_join_group, await roleId(stage, 'members'));
    assert.equal(made.can_mention_group, await roleId(stage, 'administrators'));
    assert.equal(made.can_leave_group, await roleId(stage, 'everyone'));
    assert.deepEqual(made.can_manage_group, only(stage.people.ada.id));
  });
});

inWindows('Many groups', (sentence) => {
  sentence('A permission is given to one of many groups by typing part of its name', async (_t, stage) => {
    const ids = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => {
        const group = { name: `Guild ${String(at)} north`, description: '', members: [] };
        return (await done(stage.as('ada').post('/user_groups/create', group))).group_id as number;
      }),
    );
    const page = await stage.openPage('ada', `/channels/${String(stage.weaving)}/permissions`);
    const label = 'Who can start topics';
    await page.getByLabel(label).selectOption('Custom…');
    const dialog = getDialog(page, label);
    const groups = dialog.getByRole('combobox', { name: 'Groups' });
    await groups.fill('north 17');
    await dialog.getByRole('option', { name: 'Guild 17 north' }).waitFor();
    await groups.press('Enter');
    await getButton(dialog, 'Remove Guild 17 north').waitFor();
    await getButton(dialog, 'Save').click();
    await until('the group has the permission', async () => {
      const { stream } = await done(stage.as('ada').get(`/streams/${String(stage.weaving)}`));
      const { can_create_topic_group: value } = stream as { can_create_topic_group: unknown };
      return JSON.stringify(value).includes(String(ids[17]));
    });
  });
});
