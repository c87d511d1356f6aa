/** Long messages show their beginning until someone asks for the rest. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { getButton, goTo, getPlace, getStored } from './page.ts';
import { onOneServer, until } from './stage.ts';

const long = Array.from({ length: 50 }, (_, i) => `Step ${i} [of it](https://example.com/${i}).`).join(
  '\n\n',
);

const getMore = (message: Locator): Locator => getButton(message, 'Show more');
const getLess = (message: Locator): Locator => getButton(message, 'Show less');
const getTop = async (message: Locator): Promise<number> => (await getPlace(message)).y;

/** What Tab comes to from there, up to a button that shows more or less. */
async function linksByTab(page: Page, from: Locator): Promise<string[]> {
  await from.focus();
  const links: string[] = [];
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    const { href, text } = await page.evaluate<{ href?: string; text: string }>(
      '({ href: document.activeElement.href, text: document.activeElement.textContent })',
    );
    if (text.startsWith('Show')) break;
    if (href?.startsWith('https://example.com/') === true) links.push(href);
  }
  return links;
}

onOneServer('A message', (sentence) => {
  sentence(
    'A long message is collapsed, can be expanded in place, and is expanded where it is searched for',
    async (_t, stage) => {
      await stage.say('ben', 'manual', long);
      await stage.say('ben', 'manual', 'That was all.');
      const ada = await stage.openPage('ada', stage.topicPath('manual'));
      const message = getStored(ada, 'Step 0');
      await getMore(message).waitFor();
      const reached = await linksByTab(ada, message);
      assert.ok(reached.length > 0 && reached.length < 25, 'what is hidden is out of reach');

      // The button has the focus.
      const before = await getTop(message);
      await ada.keyboard.press('-');
      await getLess(message).waitFor();
      assert.ok(Math.abs((await getTop(message)) - before) < 2, 'it stays where it is');
      assert.equal((await linksByTab(ada, message)).length, 50);
      await getLess(message).scrollIntoViewIfNeeded();
      const place = await getTop(getLess(message));
      await getLess(message).click();
      await getMore(message).waitFor();
      assert.ok(Math.abs((await getTop(getMore(message))) - place) < 2, 'so does what follows it');

      await getMore(message).click();
      await getLess(message).waitFor();
      await goTo(ada, '/feed');
      await getLess(getStored(ada, 'Step 0')).waitFor();

      await stage.say('ben', 'recipe', long.replaceAll('Step', 'Spoon'));
      const [found] = await stage.read('ada', 'recipe');
      await ada.goto(`${stage.topicPath('recipe')}/near/${found!.id}`);
      await getLess(getStored(ada, 'Spoon 0')).waitFor();
      await ada.goto('/search?q=Spoon');
      const result = getStored(ada, 'Spoon 49');
      await result.waitFor();
      await until('all of it is shown', async () => ((await result.boundingBox())?.height ?? 0) > 1000);
      await getButton(result, 'Show more').waitFor({ state: 'detached' });
    },
  );
});
