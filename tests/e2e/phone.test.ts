/** At the width of a phone, with a finger. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { buttonOf, composeOf, dialogOf, leftOf, leftShown, placeOf, storedOf, titleOf } from './page.ts';
import { done, onOneServer, until } from './stage.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A finger that stays where it is. */
async function press(page: Page, on: Locator): Promise<void> {
  const box = await placeOf(on);
  const fingers = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 100, y: box.y + box.height / 2 }];
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.getByRole('dialog', { name: 'Actions for this message' }).waitFor();
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
}

const isNarrow = (page: Page) =>
  until(`${page.url()} cannot be moved sideways`, () =>
    page.evaluate<boolean>('document.documentElement.scrollWidth === 390'),
  );

onOneServer('Phones', (sentence) => {
  sentence(
    'On a phone all message actions are available from the bottom of the screen',
    async (_t, stage) => {
      await stage.say('ben', 'thumbs', 'Press here.');
      const ada = await stage.openPage('ada', stage.topicPath('thumbs'), phone);
      const ben = await stage.openPage('ben', stage.topicPath('thumbs'));
      const sheet = ada.getByRole('dialog', { name: 'Actions for this message' });
      await storedOf(ada, 'Press here.').waitFor();
      await press(ada, storedOf(ada, 'Press here.'));
      await sheet.getByRole('group', { name: 'Add a reaction' }).getByRole('button', { name: '+1' }).tap();
      await storedOf(ben, 'Press here.')
        .getByRole('button', { name: /^Ada Achterberg reacted with/ })
        .waitFor();
      await press(ada, storedOf(ada, 'Press here.'));
      await sheet.getByRole('button', { name: 'Quote and reply' }).tap();
      await until('it is quoted', async () => (await composeOf(ada).inputValue()).includes('Press here.'));
      await isNarrow(ada);
    },
  );

  sentence('On a phone the recent conversations show unread counts and sort by them', async (_t, stage) => {
    for (const text of ['One.', 'Two.']) await stage.say('ben', 'laces', text);
    const ada = await stage.openPage('ada', '/recent', phone);
    const row = ada.getByRole('main').getByRole('link').filter({ hasText: 'laces' });
    await row.getByText('2 unread').waitFor();
    await row.getByText('2', { exact: true }).waitFor();
    const sort = buttonOf(ada, 'Sort by Unread');
    await sort.getByText('Unread', { exact: true }).waitFor();
    await sort.tap();
    await ada.locator('[aria-pressed=true]').filter({ hasText: 'Unread' }).waitFor();
    await isNarrow(ada);
  });

  sentence(
    'On a phone going back closes what is over the conversation, then leaves the conversation',
    async (_t, stage) => {
      for (const topic of ['first room', 'second room']) await stage.say('ben', topic, `In the ${topic}.`);
      const ada = await stage.openPage('ada', stage.topicPath('first room'), phone);
      const isIn = (topic: string) => titleOf(ada).filter({ hasText: topic }).waitFor();
      await storedOf(ada, 'In the first room.').waitFor();
      const isLayered = () =>
        until('there is a way back', () => ada.evaluate<boolean>("history.state === 'layer'"));
      await press(ada, storedOf(ada, 'In the first room.'));
      await isLayered();
      await ada.goBack();
      await ada.getByRole('dialog').waitFor({ state: 'detached' });
      await isIn('first room');

      await buttonOf(ada, 'Open conversation list').tap();
      await leftShown(ada);
      await isLayered();
      await ada.goBack();
      await leftOf(ada).waitFor({ state: 'detached' });
      await isIn('first room');

      await buttonOf(ada, 'Open conversation list').tap();
      await leftOf(ada).getByRole('link', { name: 'second room' }).tap();
      await storedOf(ada, 'In the second room.').waitFor();
      await leftOf(ada).waitFor({ state: 'detached' });
      await ada.goBack();
      await storedOf(ada, 'In the first room.').waitFor();
      await isIn('first room');
    },
  );

  sentence(
    'On a phone the compose box is one row that grows when used and shrinks afterwards',
    async (_t, stage) => {
      await stage.say('ben', 'rest', 'Say something.');
      const ada = await stage.openPage('ada', stage.topicPath('rest'), phone);
      await storedOf(ada, 'Say something.').waitFor();
      const compose = ada.getByRole('region', { name: 'Write a message' });
      const isRow = async () => {
        const { height } = await placeOf(compose.locator('.compose-card'));
        assert.ok(height < 56, `${String(height)} px high`);
      };
      await isRow();
      await composeOf(ada).tap();
      await buttonOf(ada, 'Preview').waitFor();
      await buttonOf(ada, 'Choose an emoji').tap();
      await ada.getByRole('dialog', { name: 'Choose an emoji' }).getByRole('option').first().tap();
      await until('it is written', async () => (await composeOf(ada).inputValue()) !== '');
      await composeOf(ada).fill('');
      await composeOf(ada).blur();
      await buttonOf(ada, 'Preview').waitFor({ state: 'detached' });
      await isRow();
    },
  );

  sentence('On a phone a bot with a long name can be deactivated', async (_t, stage) => {
    const name = 'Weather of the upper weaving hall';
    const bot = { full_name: name, short_name: 'weather', bot_type: 1 };
    await done(stage.as('ada').post('/bots', bot));
    const page = await stage.openPage('ada', '/settings/bots', phone);
    await buttonOf(page, `Manage ${name}`).tap();
    const give = `Deactivate ${name}`;
    await buttonOf(dialogOf(page, name), give).tap();
    const question = dialogOf(page, give);
    for (const choice of ['Cancel', give]) {
      const box = await placeOf(buttonOf(question, choice));
      assert.ok(box.x >= 0 && box.x + box.width <= 390, `${choice}: ${JSON.stringify(box)}`);
    }
    await buttonOf(question, give).tap();
    await buttonOf(page, `Manage ${name}`).waitFor({ state: 'detached' });
  });

  sentence(
    'On a phone both sidebars open over the conversation, and every screen fits',
    async (_t, stage) => {
      await stage.say('ben', 'drawers', 'One of two.');
      const ada = await stage.openPage('ada', '/inbox', phone);
      await buttonOf(ada, 'Show people').tap();
      const people = ada.getByRole('complementary', { name: 'People' });
      await people.getByRole('link', { name: /Ben Okafor/ }).tap();
      await titleOf(ada).filter({ hasText: 'Ben Okafor' }).waitFor();
      await people.waitFor({ state: 'detached' });
      await buttonOf(ada, 'Open conversation list').tap();
      await leftShown(ada);
      await ada.keyboard.press('Escape');
      await leftOf(ada).waitFor({ state: 'detached' });
      await until('the way back is as it was', () => ada.evaluate(() => history.state === null));
      for (const path of [
        ...['/inbox', '/recent', '/feed', '/mentions', '/starred', '/drafts', '/scheduled'],
        ...[
          '/channels',
          '/people',
          '/people/groups',
          '/search?q=two',
          `/channels/${stage.weaving}/permissions`,
        ],
        ...['/settings', '/settings/notifications', '/organization/users'],
        stage.topicPath('drawers'),
      ]) {
        await ada.goto(path);
        await ada.getByRole('heading').first().waitFor();
        await isNarrow(ada);
      }
      await ada.goto('/settings');
      const settings = ada.getByRole('dialog', { name: 'Settings' });
      await settings.getByRole('link', { name: 'Preferences' }).tap();
      await settings.getByRole('heading', { name: 'Preferences', level: 2 }).waitFor();
      await settings
        .getByRole('button', { name: 'All settings' })
        .or(settings.getByRole('link', { name: 'All settings' }))
        .first()
        .tap();
      await settings.getByRole('link', { name: 'Profile', exact: true }).waitFor();
    },
  );
});
