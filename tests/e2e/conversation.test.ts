/** What a conversation shows of itself, and where it goes on. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { getButton, goTo, leftShown, getPlace, settled, getStored, getTitle } from './page.ts';
import { done, onOneServer, until, type Stage } from './stage.ts';

const picture = fileURLToPath(new URL('../../docs/pictures/create-organization.png', import.meta.url));

async function writeMany(stage: Stage, topic: string, count: number): Promise<number[]> {
  const messages: number[] = [];
  for (let i = 1; i <= count; i++) {
    const message = { type: 'channel', to: stage.weaving, topic, content: `Row ${String(i)} of the cloth.` };
    messages.push((await done(stage.as('ben').post('/messages', message))).id as number);
  }
  await done(stage.as('ada').post('/messages/flags', { messages, op: 'add', flag: 'read' }));
  return messages;
}

const toEnd = (page: Page) =>
  page.evaluate(`(() => {
    const list = document.querySelector('.message-list');
    list.scrollTop = list.scrollHeight;
  })()`);

onOneServer('A conversation', (sentence) => {
  sentence('A conversation keeps the reading position while older messages load late', async (_t, stage) => {
    const ids = await writeMany(stage, 'cloth', 200);
    const page = await stage.openPage('ada', '/inbox', { serviceWorkers: 'block' });
    await leftShown(page);
    const { promise: held, resolve: release } = Promise.withResolvers<unknown>();
    let asked = 0;
    await page.route(/\/messages\?.*num_before=0/, async (route) => {
      asked++;
      await held;
      await route.continue();
    });
    await goTo(page, `${stage.topicPath('cloth')}/near/${String(ids[3])}`);
    await getStored(page, 'Row 4 of').waitFor();
    await until('the last that is there is in sight, and more is asked for', async () => {
      await toEnd(page);
      await page.evaluate(settled);
      return asked > 0 && (await getStored(page, 'Row 64 of').count()) > 0;
    });
    const place = async () => (await getPlace(getStored(page, 'Row 64 of'))).y;
    const before = await place();
    release(undefined);
    await getStored(page, 'Row 66 of').waitFor({ state: 'attached' });
    const moved = (await place()) - before;
    assert.ok(Math.abs(moved) <= 1, `moved by ${String(moved)} px`);
  });

  sentence('A conversation keeps its position while images above load', async (_t, stage) => {
    const form = new FormData();
    form.set('file', new Blob([readFileSync(picture)], { type: 'image/png' }), 'loom.png');
    const { url } = await done(stage.as('ben').send('POST', '/user_uploads', { body: form }));
    for (const i of ['one', 'two', 'three'])
      await stage.say('ben', 'looms', `Loom ${i}: [loom](${String(url)})`);
    const ids = await writeMany(stage, 'looms', 30);
    const page = await stage.openPage('ada', '/inbox', { serviceWorkers: 'block' });
    await leftShown(page);
    const { promise: held, resolve: release } = Promise.withResolvers<unknown>();
    await page.route('**/user_uploads/**', async (route) => {
      await held;
      await route.continue();
    });
    await goTo(page, `${stage.topicPath('looms')}/near/${String(ids[1])}`);
    await getStored(page, 'Row 2 of').waitFor();
    const image = getStored(page, 'Loom three')
      .locator('.message-content img, img[src*=user_uploads]')
      .first();
    await image.waitFor({ state: 'attached' });
    const place = async () => (await getPlace(getStored(page, 'Row 2 of'))).y;
    const before = await place();
    release(undefined);
    const isLoaded = () =>
      page.evaluate<boolean>(`[...document.querySelectorAll('img[src*=user_uploads]')]
        .every((one) => one.complete && one.naturalWidth > 0)`);
    await until('the pictures are there', isLoaded);
    const moved = (await place()) - before;
    assert.ok(Math.abs(moved) <= 1, `moved by ${String(moved)} px`);
  });

  sentence('A conversation separates senders, conversations and days', async (_t, stage) => {
    // Whatever is unread would come first.
    const all = { anchor: 'newest', num_before: 1000, num_after: 0, narrow: [], op: 'add', flag: 'read' };
    await done(stage.as('ada').post('/messages/flags/narrow', all));
    for (const [who, topic, text] of [
      ['ben', 'left hand', 'The first.'],
      ['ben', 'left hand', 'The second.'],
      ['ada', 'left hand', 'The third.'],
      ['ben', 'right hand', 'The fourth.'],
    ] as const)
      await stage.say(who, topic, text);
    const page = await stage.openPage('ada', '/feed');
    const nameOn = (text: string, name: string) => getButton(getStored(page, text), name);
    await nameOn('The first.', 'Ben Okafor').waitFor();
    await nameOn('The third.', 'Ada Achterberg').waitFor();
    await nameOn('The fourth.', 'Ben Okafor').waitFor();
    await getStored(page, 'The second.').waitFor();
    // It goes on with the one before.
    await nameOn('The second.', 'Ben Okafor').waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('link', { name: 'right hand' }).first().click();
    await getTitle(page).filter({ hasText: 'right hand' }).waitFor();
    await getStored(page, 'The fourth.').waitFor();
    await getStored(page, 'The third.').waitFor({ state: 'detached' });
    await page.getByRole('main').getByText('Today', { exact: true }).waitFor();
    await page.getByText('Beginning of the conversation').waitFor();
  });

  sentence('A conversation opens spoilers, copies code and shows status messages', async (_t, stage) => {
    const code = 'for (const end of warp) {\n  draw(end);\n}';
    await stage.say('ben', 'inside', `\`\`\`spoiler The end\nThe loom wins.\n\`\`\``);
    await stage.say('ben', 'inside', `\`\`\`js\n${code}\n\`\`\``);
    await stage.say('ben', 'inside', '/me ties a knot.');
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await stage.openPage('ada', stage.topicPath('inside'), { permissions });
    const hidden = page.getByText('The loom wins.');
    await getStored(page, 'The end').waitFor();
    const show = getButton(getStored(page, 'The end'), 'Show spoiler');
    await show.waitFor();
    await hidden.waitFor({ state: 'hidden' });
    await show.click();
    await hidden.waitFor();
    await getButton(getStored(page, 'The end'), 'Hide spoiler').click();
    await hidden.waitFor({ state: 'hidden' });

    await getStored(page, 'draw(end)').hover();
    await getButton(getStored(page, 'draw(end)'), 'Copy code').click();
    await getButton(getStored(page, 'draw(end)'), 'Copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${code}\n`);
    const doing = getStored(page, 'ties a knot.');
    await until('it says who', async () =>
      (await doing.innerText()).replaceAll(/\s+/g, ' ').includes('Ben Okafor ties a knot.'),
    );
  });
});
