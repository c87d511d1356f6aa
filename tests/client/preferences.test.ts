/** What the page makes of preferences: counts and folders on the left, contrast, width and lines; and everything read at once. */
import assert from 'node:assert/strict';
import { getButton, getLeft, getToast } from './page.ts';
import { done, onOneServer, until, type Page, type Stage } from './stage.ts';

const set = (stage: Stage, settings: Record<string, unknown>) =>
  done(stage.as('ada').patch('/settings', settings));

const getWeaving = (page: Page) => getLeft(page).locator('a.sidebar-channel').filter({ hasText: 'weaving' });
const readAll = (stage: Stage) => done(stage.as('ada').post('/mark_all_as_read', {}));

const isRoot = (page: Page, what: string, check: string) =>
  until(what, async () => await page.evaluate<boolean>(`((root) => ${check})(document.documentElement)`));

onOneServer('Preferences', (sentence) => {
  sentence('Contrast, width and the height of lines change at once', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/inbox');
    await getWeaving(ada).waitFor();
    await isRoot(ada, 'the contrast is usual', '!root.hasAttribute("data-high-contrast")');
    await set(stage, { high_contrast_mode: true, fluid_layout_width: true, web_line_height_percent: 210 });
    await isRoot(ada, 'the contrast is high', 'root.hasAttribute("data-high-contrast")');
    await isRoot(ada, 'the width is full', 'root.hasAttribute("data-wide")');
    await isRoot(ada, 'lines are higher', 'root.style.getPropertyValue("--line-scale") === "1.5"');
    await set(stage, { high_contrast_mode: false, fluid_layout_width: false, web_line_height_percent: 140 });
    await isRoot(ada, 'the contrast is usual again', '!root.hasAttribute("data-high-contrast")');
  });

  sentence(
    'Unread counts in the sidebar include all, unmuted or no conversations by preference',
    async (_t, stage) => {
      await readAll(stage);
      for (const topic of ['loud', 'quiet']) await stage.say('ben', topic, 'Counted.');
      const quiet = { stream_id: stage.weaving, topic: 'quiet', visibility_policy: 1 };
      await done(stage.as('ada').post('/user_topics', quiet));
      const ada = await stage.openPage('ada', '/drafts');
      for (const [policy, count] of [
        [2, '1 unread'],
        [1, '2 unread'],
      ] as const) {
        await set(stage, { web_stream_unreads_count_display_policy: policy });
        await getWeaving(ada).getByLabel(count).waitFor();
      }
      await set(stage, { web_stream_unreads_count_display_policy: 3 });
      await getWeaving(ada).getByLabel('unread').waitFor({ state: 'detached' });
      await set(stage, { web_stream_unreads_count_display_policy: 2 });
    },
  );

  sentence(
    'Counts of starred and of all unread messages are shown according to the preferences',
    async (_t, stage) => {
      await readAll(stage);
      await stage.say('ben', 'stars', 'Kept.');
      const [message] = await stage.read('ada', 'stars');
      const star = { messages: [message?.id], op: 'add', flag: 'starred' };
      await done(stage.as('ada').post('/messages/flags', star));
      const ada = await stage.openPage('ada', '/drafts');
      const view = (name: string) => getLeft(ada).getByRole('link', { name });
      for (const name of ['Starred', 'Inbox']) await view(name).filter({ hasText: '1' }).waitFor();
      await set(stage, { starred_message_counts: false, web_left_sidebar_unreads_count_summary: false });
      for (const name of ['Starred', 'Inbox'])
        await view(name).filter({ hasText: '1' }).waitFor({ state: 'detached' });
      await set(stage, { starred_message_counts: true, web_left_sidebar_unreads_count_summary: true });
    },
  );

  sentence(
    'Channel folders are shown in the sidebar and the inbox according to the preferences',
    async (_t, stage) => {
      await readAll(stage);
      const ada = stage.as('ada');
      const { channel_folder_id } = await done(
        ada.post('/channel_folders/create', { name: 'Workshop', description: '' }),
      );
      await done(ada.patch(`/streams/${stage.weaving}`, { folder_id: channel_folder_id }));
      await stage.say('ben', 'in a folder', 'Unread.');
      const page = await stage.openPage('ada', '/inbox');
      const left = getLeft(page).getByRole('button', { name: 'Workshop' });
      const inbox = page.getByRole('main').getByRole('button', { name: 'Workshop' });
      await left.waitFor();
      await inbox.waitFor();
      await set(stage, { web_left_sidebar_show_channel_folders: false });
      await left.waitFor({ state: 'detached' });
      await inbox.waitFor();
      await set(stage, { web_inbox_show_channel_folders: false });
      await inbox.waitFor({ state: 'detached' });
      await done(ada.patch(`/streams/${stage.weaving}`, { folder_id: null }));
    },
  );

  sentence(
    'Reactions name people or count them, and people are listed with or without pictures',
    async (_t, stage) => {
      await stage.say('ada', 'vat', 'Woad is in.');
      const [message] = await stage.read('ada', 'vat');
      await done(stage.as('ben').post(`/messages/${message?.id}/reactions`, { emoji_name: 'tada' }));
      const ada = await stage.openPage('ada', stage.topicPath('vat'));
      const reaction = getButton(ada, 'Ben Okafor reacted with tada');
      await reaction.getByText('Ben Okafor', { exact: true }).waitFor();
      const people = ada.getByRole('complementary', { name: 'People' });
      const ben = people.getByRole('link').filter({ hasText: 'Ben Okafor' });
      await ben.locator('.avatar').waitFor({ state: 'attached' });
      await set(stage, { display_emoji_reaction_users: false, user_list_style: 1 });
      await reaction.getByText('1', { exact: true }).waitFor();
      await ben.locator('.avatar').waitFor({ state: 'detached' });
      await ben.waitFor();
      await set(stage, { display_emoji_reaction_users: true, user_list_style: 3 });
    },
  );

  sentence('Everything is marked as read at once, and the action is undone', async (_t, stage) => {
    await readAll(stage);
    for (const topic of ['first pile', 'second pile']) await stage.say('ben', topic, 'To be read.');
    const ada = await stage.openPage('ada', '/inbox');
    const row = ada.getByRole('main').getByRole('link', { name: 'first pile' });
    await row.waitFor();
    await getButton(ada.getByRole('main'), 'Mark all as read').click();
    await row.waitFor({ state: 'detached' });
    await getToast(ada, '2 messages marked as read.').waitFor();
    await ada.getByText('You’re all caught up').waitFor();
    await getButton(ada, 'Undo').click();
    await row.waitFor();
    const [message] = await stage.read('ada', 'second pile');
    assert.equal(message?.flags.includes('read'), false);
  });
});
