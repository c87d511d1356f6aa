/** Keys beside the items of menus. */
import assert from 'node:assert/strict';
import {
  getLeft,
  getStored,
  choose,
  chooseOnLeft,
  getButton,
  getDialog,
  getTitle,
  getToast,
} from './page.ts';
import { onOneServer, type Page, done, until } from './stage.ts';

/** By the text of their items. */
async function readKeys(page: Page): Promise<Record<string, string>> {
  await page.getByRole('menuitem').first().waitFor();
  const keys = await page.getByRole('menu').locator('.menu-item:has(kbd) .menu-text').allInnerTexts();
  const shown = await page.getByRole('menu').locator('kbd').allInnerTexts();
  return Object.fromEntries(keys.map((text, i) => [text, shown[i] ?? '']));
}

async function openMenu(page: Page, row: string): Promise<Record<string, string>> {
  await getLeft(page).getByRole('link', { name: row }).first().click({ button: 'right' });
  await page.getByRole('menu').waitFor();
  const keys = await readKeys(page);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  return keys;
}

onOneServer('Keys in menus', (sentence) => {
  sentence(
    'Menus of topics, channels and messages show the keys of their actions, also those that the person has chosen',
    async (_t, stage) => {
      await stage.say('ben', 'worsted', 'Long fibres.');
      const ada = await stage.openPage('ada', stage.topicPath('worsted'));
      await getStored(ada, 'Long fibres.').waitFor();
      assert.deepEqual(await openMenu(ada, 'worsted'), { 'Mute topic': 'Shift M' });
      assert.deepEqual(await openMenu(ada, 'weaving'), { 'Hide topics': 'H' });

      const id = String(stage.people.ada.id);
      const chosen = JSON.stringify({ 'mute-topic': ['F9'], 'show-more': [] });
      await ada.evaluate(`localStorage.setItem('heddle-keys-${id}', ${JSON.stringify(chosen)})`);
      await ada.reload();
      const message = getStored(ada, 'Long fibres.');
      await message.waitFor();
      assert.deepEqual(await openMenu(ada, 'worsted'), { 'Mute topic': 'F9' });
      await message.hover();
      await message.getByRole('button', { name: 'More actions' }).click();
      const keys = await readKeys(ada);
      assert.equal(keys.Reply, 'R');
      assert.equal(keys.Star, 'Ctrl S');
      assert.ok(!('Collapse' in keys), 'a key that is used for something else');
    },
  );
});

// Named API keys in the settings of the account.

const group = (page: Page) =>
  page
    .locator('.settings-section')
    .filter({ has: page.getByRole('heading', { name: 'Named API keys', exact: true }) });

onOneServer('Named API keys in the web client', (sentence) => {
  sentence('The error of a failed list of keys disappears once the list is loaded', async (_t, stage) => {
    const page = await stage.openPage('ben', '/inbox');
    const busy = { status: 503, json: { result: 'error', msg: 'Busy', code: 'INTERNAL_ERROR' } };
    await page.route('**/heddle/api_keys*', (route) => route.fulfill(busy), { times: 1 });
    await page.goto('/settings/account');
    await group(page).getByRole('alert').waitFor();
    await group(page).getByRole('button', { name: 'Add a key' }).click();
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Loom');
    await page.getByRole('button', { name: 'Create key' }).click();
    await group(page).getByText('Loom', { exact: true }).waitFor();
    await group(page).getByRole('alert').waitFor({ state: 'detached' });
  });

  sentence(
    'Lasting access is offered, with a warning, beside a scope that it belongs to',
    async (_t, stage) => {
      const page = await stage.openPage('ben', '/settings/account');
      const own = group(page);
      await own.getByRole('button', { name: 'Add a key' }).click();
      const dialog = page.getByRole('dialog');
      const lasting = dialog.getByLabel('Lasting access', { exact: true });
      assert.equal(await lasting.count(), 0);
      await dialog.getByLabel('Full access', { exact: true }).check();
      await lasting.check();
      await dialog.getByText(/^Caution: .* remain when this key is revoked/).waitFor();
      await dialog.getByLabel('Administer', { exact: true }).check();
      assert.equal(await dialog.getByLabel('Full access', { exact: true }).isChecked(), false);
      await dialog.getByLabel('Administer', { exact: true }).uncheck();
      await lasting.waitFor({ state: 'detached' });
      await dialog.getByLabel('Administer', { exact: true }).check();
      await lasting.check();
      await dialog.getByLabel('Name', { exact: true }).fill('Provisioning');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await own.getByText(/^Administer, Lasting access · Expires: /).waitFor();
    },
  );

  sentence('A user creates a key for one channel, sees it once, and revokes it', async (_t, stage) => {
    const page = await stage.openPage('ben', '/settings/account');
    const own = group(page);
    await own.getByRole('button', { name: 'Add a key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Dashboard');
    await dialog.getByLabel('Send', { exact: true }).check();
    await dialog.getByLabel('Channel').selectOption({ label: '#weaving' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = await own.locator('.settings-code').textContent();
    assert.match(key, /^heddle_/);
    await own.getByText(/Read, Send · #weaving · Expires: .* · Not used yet/).waitFor();
    await page.reload();
    await own.getByText('Dashboard').first().waitFor();
    assert.equal(await own.locator('.settings-code').count(), 0, 'the key is shown again');
    await own.getByRole('button', { name: 'Revoke Dashboard' }).click();
    await page.getByRole('button', { name: 'Revoke Dashboard' }).last().click();
    await own.getByText('Dashboard').waitFor({ state: 'detached' });
  });
});

// Keys that submit the forms of dialogs.

onOneServer('Keys in dialogs', (sentence) => {
  sentence(
    'Ctrl Enter in a text of several lines submits the dialog, Enter begins a line',
    async (_t, stage) => {
      await stage.say('ada', 'rude', 'Your selvedge is crooked.');
      const subscriptions = [{ name: 'moderation' }];
      await done(stage.as('ada').post('/users/me/subscriptions', { subscriptions, invite_only: true }));
      const { stream_id: channel } = await done(
        stage.as('ada').get('/get_stream_id', { stream: 'moderation' }),
      );
      await done(stage.as('ada').patch('/realm', { moderation_request_channel_id: channel }));
      const ben = await stage.openPage('ben', stage.topicPath('rude'));
      await choose(ben, getStored(ben, 'Your selvedge'), 'Report');
      const dialog = getDialog(ben, 'Report this message');
      await dialog.getByLabel('Reason').selectOption('other');
      await dialog.getByLabel('Comment for the moderators').focus();
      await ben.keyboard.press('Control+Enter');
      assert.equal(await dialog.count(), 1, 'a report without the comment that it needs');
      await ben.keyboard.type('It is');
      await ben.keyboard.press('Enter');
      await ben.keyboard.type('straight.');
      assert.equal(await dialog.getByLabel('Comment for the moderators').inputValue(), 'It is\nstraight.');
      await ben.keyboard.press('Control+Enter');
      await getToast(ben, 'Reported. Thank you.').waitFor();
    },
  );

  sentence('Enter or Ctrl Enter in a field of one line submits the dialog', async (_t, stage) => {
    for (const text of ['One.', 'Two.']) await stage.say('ben', 'fleece', text);
    const ada = await stage.openPage('ada', stage.topicPath('fleece'));
    await choose(ada, getStored(ada, 'Two.'), 'Move');
    await getDialog(ada, 'Move').getByRole('combobox', { name: 'Topic' }).fill('combings');
    await ada.keyboard.press('Control+Enter');
    await until('it is moved', async () => (await stage.count('combings', 'Two.')) === 1);

    await ada.goto(stage.topicPath('fleece'));
    await chooseOnLeft(ada, 'fleece', 'Rename topic');
    await getDialog(ada, 'Rename topic').getByRole('textbox').fill('fleeces');
    await ada.keyboard.press('Control+Enter');
    await getTitle(ada).filter({ hasText: 'fleeces' }).waitFor();

    await choose(ada, getStored(ada, 'One.'), 'Remind me');
    await getDialog(ada, 'Remind me').getByLabel('Note to yourself').fill('Wash');
    await ada.keyboard.press('Enter');
    await getToast(ada, 'Reminder set for').waitFor();

    await ada.goto('/channels/new');
    await getDialog(ada, 'Create channel').getByLabel('Name', { exact: true }).fill('dyeing');
    await ada.keyboard.press('Control+Enter');
    await getToast(ada, 'dyeing').waitFor();
  });

  sentence('Ctrl Enter on a button presses that button and not the main one', async (_t, stage) => {
    await stage.say('ben', 'tow', 'Short fibres.');
    const ada = await stage.openPage('ada', stage.topicPath('tow'));
    await chooseOnLeft(ada, 'tow', 'Rename topic');
    const dialog = getDialog(ada, 'Rename topic');
    await dialog.getByRole('textbox').fill('towed');
    await getButton(dialog, 'Cancel').focus();
    await ada.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await stage.count('tow', 'Short fibres.'), 1);
  });

  sentence('Ctrl Enter saves a status', async (_t, stage) => {
    await stage.say('ada', 'felt', 'Wool and water.');
    const ada = await stage.openPage('ada', stage.topicPath('felt'));
    await getButton(getStored(ada, 'Wool and water.'), 'Ada Achterberg').click();
    const card = ada.getByRole('dialog');
    await getButton(card, 'Set status').click();
    await card.getByLabel('Status').fill('Felting');
    await ada.keyboard.press('Control+Enter');
    await until('it is saved', async () => {
      const { status } = await done(stage.as('ada').get(`/users/${String(stage.people.ada.id)}/status`));
      return (status as { status_text?: string }).status_text === 'Felting';
    });
  });

  sentence('A form that is being sent is not sent again by Enter', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/organization/authentication');
    let sent = 0;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await ada.route('**/scim_tokens', async (route) => {
      if (route.request().method() === 'POST') {
        sent += 1;
        await held;
      }
      await route.continue();
    });
    const name = ada.getByLabel('Name of the token');
    await name.fill('Okta');
    await ada.keyboard.press('Enter');
    await getButton(ada, 'Create token').and(ada.locator('[aria-disabled=true]')).waitFor();
    await name.focus();
    await ada.keyboard.press('Enter');
    release();
    await ada.getByText('Copy the token now.').waitFor();
    assert.equal(sent, 1);
  });
});
