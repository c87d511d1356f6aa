/** The web client on a phone: narrow, and operated by touch. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import {
  getButton,
  getCompose,
  getDialog,
  getLeft,
  leftShown,
  getPlace,
  getStored,
  getTitle,
  goTo,
  phone,
  titled,
} from './page.ts';
import main from '../../web/src/text/main/ar.json' with { type: 'json' };
import settings from '../../web/src/text/settings/ar.json' with { type: 'json' };
import { getSettingsScreens } from './screens.ts';
import { done, onOneServer, until } from './stage.ts';

/** A finger that stays where it is. */
async function press(page: Page, on: Locator): Promise<void> {
  const box = await getPlace(on);
  const fingers = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + 100, y: box.y + box.height / 2 }];
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.getByRole('dialog', { name: 'Actions for this message' }).waitFor();
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
}

const getStyle = (page: Page, selector: string, name: string): Promise<string> =>
  page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${name}`);

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
      await getStored(ada, 'Press here.').waitFor();
      await press(ada, getStored(ada, 'Press here.'));
      await sheet.getByRole('group', { name: 'Add a reaction' }).getByRole('button', { name: '+1' }).tap();
      await getStored(ben, 'Press here.')
        .getByRole('button', { name: /^Ada Achterberg reacted with/ })
        .waitFor();
      await press(ada, getStored(ada, 'Press here.'));
      await sheet.getByRole('button', { name: 'Quote and reply' }).tap();
      await until('it is quoted', async () => (await getCompose(ada).inputValue()).includes('Press here.'));
      await isNarrow(ada);
    },
  );

  sentence('On a phone the recent conversations show unread counts and sort by them', async (_t, stage) => {
    for (const text of ['One.', 'Two.']) await stage.say('ben', 'laces', text);
    const ada = await stage.openPage('ada', '/recent', phone);
    const row = ada.getByRole('main').getByRole('link').filter({ hasText: 'laces' });
    await row.getByLabel('2 unread').waitFor();
    await row.getByText('2', { exact: true }).waitFor();
    const sort = getButton(ada, 'Sort by Unread');
    await sort.getByText('Unread', { exact: true }).waitFor();
    await sort.tap();
    await ada.locator('[aria-pressed=true]').filter({ hasText: 'Unread' }).waitFor();
    await isNarrow(ada);
  });

  sentence(
    'On a phone the drawer leads to where a message is sent, and going back closes what lies over, then leaves',
    async (_t, stage) => {
      for (const topic of ['first room', 'second room']) await stage.say('ben', topic, `In the ${topic}.`);
      const ada = await stage.openPage('ada', stage.topicPath('first room'), phone);
      const isIn = (topic: string) => getTitle(ada).filter({ hasText: topic }).waitFor();
      await getStored(ada, 'In the first room.').waitFor();
      const isLayered = () =>
        until('there is a way back', () => ada.evaluate<boolean>("history.state === 'layer'"));
      await press(ada, getStored(ada, 'In the first room.'));
      await isLayered();
      await ada.goBack();
      await ada.getByRole('dialog').waitFor({ state: 'detached' });
      await isIn('first room');

      await getButton(ada, 'Open conversation list').tap();
      await leftShown(ada);
      await isLayered();
      await ada.goBack();
      await getLeft(ada).waitFor({ state: 'detached' });
      await isIn('first room');

      await getButton(ada, 'Open conversation list').tap();
      await getLeft(ada).getByRole('link', { name: 'second room' }).tap();
      await getStored(ada, 'In the second room.').waitFor();
      await getLeft(ada).waitFor({ state: 'detached' });
      await getCompose(ada).fill('Said here.');
      await getButton(ada, 'Send').tap();
      await getStored(ada, 'Said here.').waitFor();
      await isNarrow(ada);
      assert.equal(await stage.count('second room', 'Said here.'), 1);
      await ada.goBack();
      await getStored(ada, 'In the first room.').waitFor();
      await isIn('first room');
    },
  );

  sentence(
    'On a phone the compose box is one row that grows when used and shrinks afterwards',
    async (_t, stage) => {
      await stage.say('ben', 'rest', 'Say something.');
      const ada = await stage.openPage('ada', stage.topicPath('rest'), phone);
      await getStored(ada, 'Say something.').waitFor();
      const compose = ada.getByRole('region', { name: 'Write a message' });
      const isRow = async () => {
        const { height } = await getPlace(compose.locator('.compose-card'));
        assert.ok(height < 56, `${String(height)} px high`);
      };
      await isRow();
      await getCompose(ada).tap();
      await getButton(ada, 'Preview').waitFor();
      await getButton(ada, 'Choose an emoji').tap();
      await ada.getByRole('dialog', { name: 'Choose an emoji' }).getByRole('option').first().tap();
      await until('it is written', async () => (await getCompose(ada).inputValue()) !== '');
      const send = compose.getByRole('button', { name: 'Send', exact: true });
      const before = await getPlace(send);
      await getCompose(ada).blur();
      assert.deepEqual(await getPlace(send), before);
      await getCompose(ada).fill('');
      await getCompose(ada).blur();
      await getButton(ada, 'Preview').waitFor({ state: 'detached' });
      await isRow();
    },
  );

  sentence('On a narrow phone all steps to set up an organization are there at once', async (_t, stage) => {
    const page = await stage.openPage('ada', '/inbox', {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 320, height: 568 },
    });
    const list = page.getByRole('region', { name: 'Set up your organization' });
    await list.getByText('Schedule backups').waitFor();
    const hidden = await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    assert.ok(hidden <= 0, `${hidden} px are hidden`);
  });

  sentence('On a phone a bot with a long name can be deactivated', async (_t, stage) => {
    const name = 'Weather of the upper weaving hall';
    const bot = { full_name: name, short_name: 'weather', bot_type: 1 };
    await done(stage.as('ada').post('/bots', bot));
    const page = await stage.openPage('ada', '/settings/bots', phone);
    await getButton(page, `Manage ${name}`).tap();
    const give = `Deactivate ${name}`;
    await getButton(getDialog(page, name), give).tap();
    const question = getDialog(page, `${give}?`);
    for (const choice of ['Cancel', give]) {
      const box = await getPlace(getButton(question, choice));
      assert.ok(box.x >= 0 && box.x + box.width <= 390, `${choice}: ${JSON.stringify(box)}`);
    }
    await getButton(question, give).tap();
    await getButton(page, `Manage ${name}`).waitFor({ state: 'detached' });
  });

  sentence('On a phone both sidebars open over the conversation, and the settings fit', async (_t, stage) => {
    await stage.say('ben', 'drawers', 'One of two.');
    const ada = await stage.openPage('ada', '/inbox', phone);
    await getButton(ada, 'Show people').tap();
    const people = ada.getByRole('complementary', { name: 'People' });
    await people.getByRole('link', { name: /Ben Okafor/ }).tap();
    await getTitle(ada).filter({ hasText: 'Ben Okafor' }).waitFor();
    await people.waitFor({ state: 'detached' });
    await getButton(ada, 'Open conversation list').tap();
    await leftShown(ada);
    await ada.keyboard.press('Escape');
    await getLeft(ada).waitFor({ state: 'detached' });
    await until('the way back is as it was', () => ada.evaluate(() => history.state === null));
    await goTo(ada, '/no/such/place');
    await getButton(ada, 'Choose a conversation').tap();
    await getLeft(ada).getByRole('link', { name: 'weaving' }).tap();
    await ada.waitForURL(/weaving/);
    const titles = getSettingsScreens();
    for (const path of ['/settings/notifications', '/organization/users']) {
      await goTo(ada, path);
      await titled(ada, titles[path]!);
      await isNarrow(ada);
    }
    await goTo(ada, '/settings');
    const dialog = getDialog(ada, 'Settings');
    await dialog.getByRole('link', { name: 'Preferences' }).waitFor();
    await isNarrow(ada);
    await dialog.getByRole('link', { name: 'Preferences' }).tap();
    await dialog.getByRole('heading', { name: 'Preferences', level: 2 }).waitFor();
    await dialog
      .getByRole('button', { name: 'All settings' })
      .or(dialog.getByRole('link', { name: 'All settings' }))
      .first()
      .tap();
    await dialog.getByRole('link', { name: 'Profile', exact: true }).waitFor();
  });

  sentence(
    'In Arabic the page is mirrored, no screen can be moved sideways, and messages keep their own direction',
    async (_t, stage) => {
      await stage.say('ben', 'mirrors', 'From left to right.');
      await stage.say('ben', 'mirrors', 'من اليمين إلى اليسار.');
      await done(stage.as('ada').patch('/settings', { default_language: 'ar' }));
      const ada = await stage.openPage('ada', stage.topicPath('mirrors'), phone);
      await ada.locator('html[lang=ar][dir=rtl]').waitFor();
      for (const [text, direction] of [
        ['From left to right.', 'ltr'],
        ['من اليمين إلى اليسار.', 'rtl'],
      ] as const)
        await ada.locator(`.rendered:dir(${direction})`, { hasText: text }).waitFor();
      await isNarrow(ada);
      const left = ada.locator('.frame-left');
      await ada.locator('.header button').first().tap();
      await until('the drawer is on the right', async () => {
        const box = await left.boundingBox();
        return box !== null && Math.round(box.x + box.width) === 390;
      });
      const fields = 'input:not([type=checkbox], [type=radio], [type=file]), textarea';
      const titles = {
        '/inbox': main['views.inbox'],
        '/recent': main['views.recent'],
        '/channels': main['views.channels'],
        '/settings/profile': settings['settings.page.profile'],
        '/settings/preferences': settings['settings.page.preferences'],
        '/organization/users': settings['organization.page.users'],
      };
      for (const [path, title] of Object.entries(titles)) {
        await goTo(ada, path);
        await titled(ada, title);
        await isNarrow(ada);
        // What is written in them has a direction of its own.
        const bidi = await ada.evaluate<string[]>(
          `[...document.querySelectorAll('${fields}')].map((field) => getComputedStyle(field).unicodeBidi)`,
        );
        assert.ok(bidi.every((one) => one === 'plaintext'));
        if (title === titles['/settings/preferences'])
          assert.equal(await getStyle(ada, 'input[type=number]', 'textAlign'), 'right');
      }
      const docs = await stage.openBrowser({ ...phone, locale: 'ar' });
      await docs.goto('/api/docs');
      await docs.locator('html[dir=rtl]').waitFor();
      assert.equal(await getStyle(docs, 'summary code', 'direction'), 'ltr', 'a path begins with its slash');
      const letters = await ada.locator('.avatar-letter').allTextContents();
      assert.deepEqual(
        letters.filter((letter) => !/^\p{L}$/u.test(letter)),
        [],
      );
      const desk = await stage.openPage('ada', '/inbox', { viewport: { width: 1440, height: 800 } });
      await desk.locator('html[dir=rtl]').waitFor();
      const [start, end] = [
        await getPlace(desk.locator('.frame-left')),
        await getPlace(desk.locator('.frame-right')),
      ];
      assert.deepEqual([start.x + start.width, end.x], [1440, 0]);
      await done(stage.as('ada').patch('/settings', { default_language: 'en' }));
    },
  );
});
