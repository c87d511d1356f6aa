/** Keys beside the items of menus. */
import assert from 'node:assert/strict';
import { getLeft, getStored } from './page.ts';
import { onOneServer, type Page } from './stage.ts';

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
