/** What the compose box has before anything is typed, and what it says at the first Enter. */
import assert from 'node:assert/strict';
import { getButton, getCompose, getStored } from './page.ts';
import { done, onOneServer, until, type Page } from './stage.ts';

const textIs = (page: Page, text: string) =>
  until(`the text is ${JSON.stringify(text)}`, async () => (await getCompose(page).inputValue()) === text);

onOneServer('Drafts of other devices', (sentence) => {
  sentence(
    'A draft of another device is in the box of its conversation, unless something is written there',
    async (_t, stage) => {
      for (const topic of ['begun', 'both']) await stage.say('ben', topic, 'Go on.');
      const page = await stage.openPage('ada', stage.topicPath('both'));
      await getCompose(page).fill('From here.');
      const elsewhere = (topic: string) => ({
        type: 'stream',
        to: [stage.weaving],
        topic,
        content: 'From the phone.',
        timestamp: 1_700_000_000,
      });
      const drafts = ['begun', 'both'].map(elsewhere);
      await done(stage.as('ada').post('/drafts', { drafts }));
      await page.goto(stage.topicPath('begun'));
      await textIs(page, 'From the phone.');
      await page.goto(stage.topicPath('both'));
      await textIs(page, 'From here.');
      await page.goto(stage.topicPath('begun'));
      await getCompose(page).fill('From the phone. Sent here.');
      await getCompose(page).press('Control+Enter');
      await getStored(page, 'From the phone. Sent here.').first().waitFor();
      await until('it is no draft any more', async () => {
        const { drafts: left } = await done(stage.as('ada').get('/drafts'));
        return !(left as { topic: string }[]).some(({ topic }) => topic === 'begun');
      });
      await textIs(page, '');
    },
  );
});

// On a server where nobody has pressed it.
onOneServer('The first Enter', (sentence) => {
  sentence('What Enter does is said once, when a person first presses it', async (_t, stage) => {
    await stage.say('ben', 'enter', 'Which key sends?');
    const page = await stage.openPage('ben', stage.topicPath('enter'));
    const hint = page.getByText('Enter starts a new line');
    await getCompose(page).fill('Not');
    assert.equal(await hint.count(), 0);
    await getCompose(page).press('Enter');
    await hint.waitFor();
    await getCompose(page).fill('This one.');
    await getCompose(page).press('Control+Enter');
    await getStored(page, 'This one.').first().waitFor();
    await getButton(page, 'Close hint').click();
    await hint.waitFor({ state: 'detached' });
    await getCompose(page).fill('And this.');
    await getCompose(page).press('Control+Enter');
    await getStored(page, 'And this.').first().waitFor();
    assert.equal(await hint.count(), 0);
    const given = { fetch_event_types: ['onboarding_steps'] };
    await until('the server has stored it', async () => {
      const { heddle_hints: hints } = await done(stage.as('ben').post('/register', given));
      return (hints as string[]).length === 0;
    });
    const again = await stage.openPage('ben', stage.topicPath('enter'));
    await getCompose(again).fill('Still known.');
    await getCompose(again).press('Control+Enter');
    await getStored(again, 'Still known.').first().waitFor();
    assert.equal(await again.getByText('Enter starts a new line').count(), 0);
  });
  sentence('On a touch screen it names no keys that are not there', async (_t, stage) => {
    await stage.say('ada', 'touch', 'Where is Ctrl?');
    const page = await stage.openPage('ada', '/icon.svg');
    await page.addInitScript(`
      const { matchMedia } = window;
      window.matchMedia = (media) =>
        media === '(pointer: coarse)' ? { ...matchMedia(media), matches: true } : matchMedia(media);
    `);
    await page.goto(stage.topicPath('touch'));
    await getCompose(page).fill('Nowhere');
    await getCompose(page).press('Enter');
    const hint = page.getByText(/^Enter starts a new line/);
    await hint.waitFor();
    assert.deepEqual(await hint.allInnerTexts(), [
      'Enter starts a new line. You can change this in the menu beside Send.',
    ]);
  });
});
