import assert from 'node:assert/strict';
import { tabTo } from './by-keyboard.ts';
import { getCompose, isAt as isAtPath, isFilled, getLeft, getStored, getTitle } from './page.ts';
import { onOneServer, password, until, type Page } from './stage.ts';

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
