import assert from 'node:assert/strict';
import { tabTo } from './by-keyboard.ts';
import { getCompose, isAt as isAtPath, isFilled, getLeft, getStored, getTitle } from './page.ts';
import { done, onOneServer, password, until, type Page } from './stage.ts';

/** What has the focus, as an assistive program would say it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    // The page itself, which has it between the last control and the first, says nothing.
    `(() => {
      const e = document.activeElement;
      return e === document.body ? '' : (e?.getAttribute('aria-label') ?? e?.textContent ?? '');
    })()`,
  );

onOneServer('Navigation', (sentence) => {
  sentence(
    'A channel is shown at once, and its topic when it is known, unless the person went elsewhere',
    async (_t, stage) => {
      await stage.say('ben', 'opened', 'Here it is.');
      const { messages } = await done(
        stage.as('ada').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }),
      );
      const [{ id }] = messages as [{ id: number }];
      await done(stage.as('ada').post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }));
      for (const goesElsewhere of [false, true]) {
        const ada = await stage.openPage('ada', '/inbox');
        const channel = getLeft(ada).getByRole('link', { name: /^weaving/ });
        await channel.waitFor();
        let release: (() => void) | undefined;
        const held = new Promise<void>((resolve) => (release = resolve));
        await ada.route('**/users/me/*/topics*', async (route) => {
          await held;
          await route.continue();
        });
        await channel.click();
        await getTitle(ada).filter({ hasText: 'weaving' }).waitFor();
        assert.equal(await channel.getAttribute('aria-current'), 'page');
        assert.equal(await ada.locator('article[data-message-id]').count(), 0);
        if (goesElsewhere) await getLeft(ada).getByRole('link', { name: 'Inbox' }).click();
        const answered = ada.waitForResponse((response) => response.url().includes('/topics'));
        release?.();
        await answered;
        if (goesElsewhere) await isAtPath(ada, '/inbox');
        else await getTitle(ada).filter({ hasText: 'opened' }).waitFor();
      }
    },
  );

  sentence(
    'Esc leads from a conversation to the home view, and never out of the client',
    async (_t, stage) => {
      const escape = (page: Page) => page.keyboard.press('Escape');
      await stage.say('ben', 'escaped', 'Out of here.');
      const ada = await stage.openPage('ada', stage.topicPath('escaped'));
      await getStored(ada, 'Out of here.').waitFor();
      await ada.keyboard.press('r');
      await getCompose(ada).and(ada.locator(':focus')).waitFor();
      await escape(ada);
      await isAtPath(ada, stage.topicPath('escaped'));
      await escape(ada);
      await isAtPath(ada, '/inbox');
      await escape(ada);
      await isAtPath(ada, '/inbox');

      await ada.keyboard.press('t');
      await isAtPath(ada, '/recent');
      await ada.keyboard.press('d');
      await isAtPath(ada, '/drafts');
      await escape(ada);
      await isAtPath(ada, '/recent');
      await escape(ada);
      await isAtPath(ada, '/inbox');

      const direct = await stage.openPage('ada', '/drafts');
      await getTitle(direct).filter({ hasText: 'Drafts' }).waitFor();
      await escape(direct);
      await isAtPath(direct, '/inbox');
    },
  );

  sentence('Esc stays in the conversation for people who have chosen so', async (t, stage) => {
    const set = (isOn: boolean) =>
      done(stage.as('ada').patch('/settings', { web_escape_navigates_to_home_view: isOn }));
    await set(false);
    t.after(() => set(true));
    await stage.say('ben', 'kept', 'Still here.');
    const ada = await stage.openPage('ada', stage.topicPath('kept'));
    await getStored(ada, 'Still here.').waitFor();
    await ada.keyboard.press('Escape');
    await ada.keyboard.press('a');
    await isAtPath(ada, '/feed');
    await ada.goBack();
    await isAtPath(ada, stage.topicPath('kept'));
  });

  sentence('Back, forward and reload lead to the same place', async (_t, stage) => {
    for (const topic of ['linen', 'wool']) await stage.say('ben', topic, `All about ${topic}.`);
    const ada = await stage.openPage('ada', '/inbox');
    const goTo = (topic: string) => getLeft(ada).getByRole('link', { name: topic }).click();
    const isAt = async (topic: string) => {
      await getTitle(ada).filter({ hasText: topic }).waitFor();
      await getStored(ada, `All about ${topic}.`).waitFor();
      await isAtPath(ada, stage.topicPath(topic));
    };
    await goTo('linen');
    await isAt('linen');
    await goTo('wool');
    await isAt('wool');
    await getCompose(ada).fill('Half a thought');
    await ada.goBack();
    await isAt('linen');
    await ada.goForward();
    await isAt('wool');
    await ada.reload();
    await isAt('wool');
    await isFilled(getCompose(ada), 'Half a thought');
    await ada.goBack();
    await isAt('linen');
  });

  sentence('The keyboard alone leads from the first page to a sent message', async (_t, stage) => {
    await stage.say('ben', 'knots', 'Which knot?');
    const page = await stage.openBrowser();
    await page.goto('/');
    await page.getByRole('heading', { name: 'Sign in to Weavers' }).waitFor();
    await tabTo(page, 'Email address');
    await page.keyboard.type(stage.people.ada.email);
    await tabTo(page, 'Password');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await getLeft(page).getByRole('link', { name: 'knots' }).waitFor();

    await page.keyboard.press('n');
    await getStored(page, 'Which knot?').waitFor();
    await page.keyboard.press('r');
    await until('the message can be written', async () => (await focused(page)) === 'Write a message');
    await page.keyboard.type('A weaver’s knot.');
    await page.keyboard.press('Control+Enter');
    await getStored(page, 'A weaver’s knot.').waitFor();
    assert.equal(await stage.count('knots', 'A weaver’s knot.'), 1);
  });
});
