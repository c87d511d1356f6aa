/** What people arrange on the left: views of their own, and folders for everyone. */
import assert from 'node:assert/strict';
import { chooseOnLeft, getLeft, getStored, getTitle } from './page.ts';
import { done, inWindows, until, type Locator } from './stage.ts';

inWindows('Views and folders', (sentence) => {
  sentence('A search is saved as a view, opened and removed', async (_t, stage) => {
    await stage.say('ben', 'dyes', 'See https://example.com/madder.');
    const ada = await stage.openPage('ada', '/search?q=has%3Alink');
    await getStored(ada, 'example.com').waitFor();
    const more = getLeft(ada).getByRole('button', { name: 'More views' });
    await more.click();
    await ada.getByRole('menuitem', { name: 'Save view' }).click();
    await ada.getByRole('dialog').getByLabel('Name').fill('Links');
    await ada.getByRole('button', { name: 'Save', exact: true }).click();
    const view = getLeft(ada).getByRole('link', { name: 'Links' });
    await view.waitFor();

    await ada.goto('/inbox');
    await view.click();
    await getStored(ada, 'example.com').waitFor();
    await view.and(ada.locator('[aria-current=page]')).waitFor();
    await chooseOnLeft(ada, 'Links', 'Rename');
    await ada.getByRole('dialog').getByLabel('Name').fill('Elsewhere');
    await ada.getByRole('button', { name: 'Save', exact: true }).click();
    const renamed = getLeft(ada).getByRole('link', { name: 'Elsewhere' });
    await renamed.waitFor();
    await view.waitFor({ state: 'detached' });
    await more.click();
    await ada.getByRole('menuitem', { name: 'Customize views' }).click();
    await ada.getByRole('switch', { name: 'Starred' }).click();
    await getLeft(ada).getByRole('link', { name: 'Starred' }).waitFor({ state: 'detached' });
    await ada.getByRole('button', { name: 'Delete: Elsewhere' }).click();
    await renamed.waitFor({ state: 'detached' });
  });

  sentence('The sidebar lists only what is unread, and does so on the next visit', async (_t, stage) => {
    await stage.say('ada', 'dyes', 'Read by its author.');
    const ada = await stage.openPage('ada', '/inbox');
    const channel = getLeft(ada).getByRole('link', { name: 'weaving' });
    await channel.waitFor();
    const button = getLeft(ada).getByRole('button', { name: 'Only unread' });
    await button.click();
    await channel.waitFor({ state: 'detached' });
    await getLeft(ada).getByText('Nothing unread').waitFor();
    await getLeft(ada).getByRole('link', { name: 'Inbox' }).waitFor();

    await ada.reload();
    await getLeft(ada).getByText('Nothing unread').waitFor();
    await stage.say('ben', 'dyes', 'New to Ada.');
    await channel.waitFor();
    await button.and(ada.locator('[aria-pressed=true]')).click();
    await getLeft(ada).getByRole('link', { name: 'Browse channels' }).waitFor();
  });

  sentence('Followed topics and reactions to own messages are views', async (_t, stage) => {
    await stage.say('ben', 'weft', 'Followed one.');
    await stage.say('ben', 'warp', 'Of another topic.');
    await stage.say('ada', 'warp', 'Mine.');
    const [, mine] = await stage.read('ada', 'warp');
    const thumb = { emoji_name: 'tada' };
    await done(stage.as('ben').post(`/messages/${mine?.id}/reactions`, thumb));
    const ada = await stage.openPage('ada', '/inbox');
    const view = getLeft(ada).getByRole('link', { name: 'Followed topics' });
    await chooseOnLeft(ada, 'weft', 'Follow topic');
    await view.click();
    await getTitle(ada).filter({ hasText: 'Followed topics' }).waitFor();
    await view.and(ada.locator('[aria-current=page]')).waitFor();
    await getStored(ada, 'Followed one.').waitFor();
    await stage.say('ben', 'warp', 'Not this.');
    await stage.say('ben', 'weft', 'And this arrives.');
    await getStored(ada, 'And this arrives.').waitFor();
    assert.equal(await getStored(ada, 'Not this.').count(), 0);

    await chooseOnLeft(ada, 'Followed topics', 'Hide');
    await view.waitFor({ state: 'detached' });
    const more = getLeft(ada).getByRole('button', { name: 'More views' });
    await more.click();
    await ada.getByRole('menuitem', { name: 'Followed topics' }).click();
    await more.click();
    await ada.getByRole('menuitem', { name: 'Reactions' }).click();
    await getTitle(ada).filter({ hasText: 'Reactions' }).waitFor();
    await getStored(ada, 'Mine.').waitFor();
    assert.equal(await getStored(ada, 'Of another topic.').count(), 0);
  });

  sentence(
    'Channels are dragged to folders, and folders to another place, with a pointer or by keys',
    async (_t, stage) => {
      const admin = stage.as('ada');
      const folderIds: number[] = [];
      for (const name of ['Fibres', 'Looms']) {
        const made = await done(admin.post('/channel_folders/create', { name, description: '' }));
        folderIds.push(made.channel_folder_id);
        await done(admin.post('/users/me/subscriptions', { subscriptions: [{ name: `${name} talk` }] }));
        const { stream_id } = await done(admin.get(`/get_stream_id?stream=${name}%20talk`));
        await done(admin.patch(`/streams/${String(stream_id)}`, { folder_id: made.channel_folder_id }));
      }
      const isIn = (folder: number | null | undefined) =>
        until(`the channel is in ${String(folder)}`, async () => {
          const { stream } = await done(admin.get(`/streams/${stage.weaving}`));
          return (stream as { folder_id: number | null }).folder_id === folder;
        });
      const ordered = async () => {
        const { channel_folders } = await done(admin.get('/channel_folders'));
        const ids = (channel_folders as { id: number }[]).map(({ id }) => id);
        return ids.filter((id) => folderIds.includes(id));
      };
      const ada = await stage.openPage('ada', '/inbox');
      const heading = (name: string) => getLeft(ada).getByRole('button', { name, exact: true });
      const drag = async (what: Locator, where: Locator) => {
        await what.dispatchEvent('dragstart');
        await where.dispatchEvent('dragover');
        await where.dispatchEvent('drop');
      };
      const weaving = getLeft(ada).locator('a.sidebar-channel').filter({ hasText: 'weaving' });
      await heading('Fibres').waitFor();
      await drag(weaving, heading('Fibres'));
      await isIn(folderIds[0]);
      await weaving.focus();
      await ada.keyboard.press('Alt+ArrowDown');
      await isIn(folderIds[1]);
      await drag(heading('Looms'), heading('Fibres'));
      await until('Looms is first', async () => (await ordered()).join() === folderIds.toReversed().join());
      await heading('Looms').focus();
      await ada.keyboard.press('Alt+ArrowDown');
      await until('Fibres is first', async () => (await ordered()).join() === folderIds.join());

      await done(admin.patch(`/streams/${stage.weaving}`, { folder_id: null }));
    },
  );

  sentence('A folder is created, gets a channel, and is visible to others', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/channels/folders');
    const ben = await stage.openPage('ben', '/inbox');
    await ada.getByRole('button', { name: 'New folder' }).click();
    await ada.getByRole('dialog').getByLabel('Name').fill('Workshop');
    await ada.getByRole('button', { name: 'Save', exact: true }).click();
    await ada.getByRole('listitem').filter({ hasText: '0 channels' }).waitFor();
    await ada.goto(`/channels/${stage.weaving}/general`);
    await ada.getByLabel('Folder').selectOption({ label: 'Workshop' });
    await getLeft(ben).getByRole('button', { name: 'Workshop' }).waitFor();
    await ben.goto('/channels/folders');
    await ben.getByRole('listitem').filter({ hasText: '1 channel' }).waitFor();
    assert.equal(await ben.getByRole('button', { name: 'New folder' }).count(), 0);
  });
});
