/** Sounds of messages: the tones that the page passes to the browser. */
import assert from 'node:assert/strict';
import { getButton, getDialog, goTo, isFilled, getLeft, getStored, write } from './page.ts';
import { done, inWindows, onOneServer, until, type Name, type Page, type Stage } from './stage.ts';

/** The frequency of each tone when it began, in Hz. */
const tones = (page: Page) => page.evaluate<number[]>('[...AudioContext.tones]');
const ding = [880, 1760];
const knock = [190, 190];
const chime = [523, 659, 784];
const drop = [1200];

async function openListening(stage: Stage, who: Name, path: string): Promise<Page> {
  const page = await stage.openPage(who, path);
  // The frame is there before the registration; what is sent until then comes without an event.
  await getLeft(page)
    .locator(`a[href^="/channel/${String(stage.weaving)}"]`)
    .first()
    .waitFor({ state: 'attached' });
  return page;
}

async function direct(stage: Stage, from: Name, to: Name, content: string): Promise<number> {
  const message = { type: 'direct', to: [stage.people[to].id], content };
  return (await done(stage.as(from).post('/messages', message))).id as number;
}

/** The page asks for more events once it is through with these: what changes afterwards does not come with them. */
const hearing = (page: Page, content: string) =>
  page.waitForResponse(
    async (response) =>
      response.url().includes('/api/v1/events?') && (await response.text()).includes(content),
  );

/** One of the tabs that receive a message notifies of it, with a sound or without. */
const isNotified = (page: Page, id: number) =>
  until(`message ${String(id)} has a notification`, () =>
    page.evaluate<boolean>(`navigator.locks.query()
      .then(({ held }) => held.some(({ name }) => name === 'heddle-notice-${String(id)}'))`),
  );

onOneServer('Sounds', (sentence) => {
  sentence('A message plays the chosen sound, or none', async (_t, stage) => {
    const page = await openListening(stage, 'ada', '/settings/notifications');
    const settings = page.getByRole('dialog', { name: 'Settings' });
    const sound = settings.getByLabel('Sound', { exact: true });
    const isLoud = settings.getByRole('checkbox', { name: 'Direct messages and mentions: Sound' });
    const received: number[] = [];
    const isReceived = async (what: string, expected: readonly number[]) => {
      received.push(...expected);
      await until(what, async () => (await tones(page)).length >= received.length);
      assert.deepEqual(await tones(page), received, what);
    };
    const receives = async (what: string, expected: readonly number[]) => {
      await isNotified(page, await direct(stage, 'ben', 'ada', `With ${what}.`));
      await isReceived(what, expected);
    };
    const isKept = async (name: string, value: unknown) =>
      until(`${name} is kept`, async () => {
        const { user_settings: kept } = await done(
          stage.as('ada').post('/register', { event_types: [], fetch_event_types: ['user_settings'] }),
        );
        return (kept as Record<string, unknown>)[name] === value;
      });
    await receives('the default sound', ding);
    for (const [choice, expected] of [
      ['Knock', knock],
      ['None', []],
      ['Chime', chime],
    ] as const) {
      await sound.selectOption(choice);
      // Choosing a sound plays it.
      await isReceived(`${choice}, once it is chosen`, expected);
      await isKept('notification_sound', choice.toLowerCase());
      await receives(choice, expected);
    }
    await isLoud.uncheck();
    await isKept('enable_sounds', false);
    await receives('sounds turned off', []);
    await isLoud.check();
    await isKept('enable_sounds', true);
    await receives('sounds turned on again', chime);
  });

  sentence('No sound is played for own, muted and visible messages', async (_t, stage) => {
    const { ada: other, ben: me } = stage.people;
    const page = await openListening(stage, 'ben', '/inbox');
    const muting = `/users/me/muted_users/${String(other.id)}`;

    // The code of notifications is loaded after the page, and by then he may look elsewhere.
    await isNotified(page, await direct(stage, 'ada', 'ben', 'The first one.'));
    await goTo(page, `/dm/${String(other.id)}`);
    await getStored(page, 'The first one.').waitFor();
    await direct(stage, 'ada', 'ben', 'Before his eyes.');
    await getStored(page, 'Before his eyes.').waitFor();
    await write(page, 'His own.');
    await getStored(page, 'His own.').waitFor();
    await direct(stage, 'ben', 'ada', 'His own, from elsewhere.');
    await getStored(page, 'His own, from elsewhere.').waitFor();

    await getLeft(page).getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await direct(stage, 'ben', 'ben', 'A note to himself.');
    await stage.say('ada', 'felt', 'For nobody in particular.');
    await done(stage.as('ben').post(muting));
    const ofMuted = hearing(page, 'By a muted user.');
    await direct(stage, 'ada', 'ben', 'By a muted user.');
    await ofMuted;
    await done(stage.as('ben').delete(muting));
    const policy = { stream_id: stage.weaving, topic: 'muffled', visibility_policy: 1 };
    await done(stage.as('ben').post('/user_topics', policy));
    const inMuted = hearing(page, 'In a muted topic.');
    await stage.say('ada', 'muffled', '@**all** In a muted topic.');
    await inMuted;

    // Being named follows the topic.
    await stage.say('ada', 'muffled', `@**${me.fullName}** But this is for him.`);
    await until('that is played', async () => (await tones(page)).length > ding.length);
    await isNotified(page, await direct(stage, 'ada', 'ben', 'And this.'));
    await until('that is played as well', async () => (await tones(page)).length >= 3 * ding.length);
    assert.deepEqual(await tones(page), [...ding, ...ding, ...ding]);
  });
});

inWindows('Choosing a sound', (sentence) => {
  sentence('A chosen sound plays once, and again on request', async (_t, stage) => {
    const page = await openListening(stage, 'ada', '/settings/notifications');
    const settings = getDialog(page, 'Settings');
    const sound = settings.getByLabel('Sound', { exact: true });
    const play = getButton(settings, 'Play');
    const received: number[] = [];
    const isReceived = async (what: string, expected: readonly number[]) => {
      received.push(...expected);
      await until(what, async () => (await tones(page)).length >= received.length);
      assert.deepEqual(await tones(page), received, what);
    };
    await isFilled(sound, 'ding');
    await play.click();
    await isReceived('what is chosen', ding);
    await sound.focus();
    await page.keyboard.press('ArrowDown');
    await isReceived('the next one, by a key', chime);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await isReceived('it again, by keys', chime);
    await settings.getByText('Saved').waitFor();

    await done(stage.as('ada').patch('/settings', { notification_sound: 'knock' }));
    await until('what was chosen elsewhere is shown', async () => (await sound.inputValue()) === 'knock');
    await page.route('**/api/v1/settings', (route) => route.abort());
    await sound.selectOption('Drop');
    await settings.getByRole('alert').waitFor();
    await isFilled(sound, 'knock');
    await isReceived('only what they chose themselves', drop);
    await page.unroute('**/api/v1/settings');
    await sound.selectOption('None');
    await until('nothing is there to be played', () => play.isDisabled());
    assert.deepEqual(await tones(page), received);
  });
});
