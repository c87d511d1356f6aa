/** The messages of a conversation: the reading position while content loads, and the direction of each text. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { goTo, leftShown, getPlace, settled, getStored } from './page.ts';
import { done, onOneServer, until, type Stage } from './stage.ts';

const picture = fileURLToPath(new URL('../../docs/pictures/create-organization.png', import.meta.url));

async function writeMany(stage: Stage, topic: string, count: number): Promise<number[]> {
  const messages: number[] = [];
  for (let i = 1; i <= count; i++) {
    const message = { type: 'channel', to: stage.weaving, topic, content: `Row ${String(i)} of the cloth.` };
    messages.push((await done(stage.as('ben').post('/messages', message))).id);
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
    const page = await stage.openPage('ada', '/inbox', { holdsRequests: true });
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
    await until('the last loaded message is visible, and more are requested', async () => {
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
    const page = await stage.openPage('ada', '/inbox', { holdsRequests: true });
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

  sentence('Each block of a message has the direction of its own text', async (_t, stage) => {
    const hebrew = 'שתי וערב.';
    const quotation = ['```quote', hebrew, '', `* ${hebrew}`, '```'].join('\n');
    await stage.say('ben', 'scripts', `${hebrew}\n\nWarp and weft.\n\n* one\n* ${hebrew}`);
    await stage.say('ben', 'scripts', `Ada wrote:\n${quotation}\nI agree.`);
    await stage.say('ben', 'scripts', `${hebrew}\n\`\`\`text\nweft\n\`\`\``);
    const page = await stage.openPage('ada', stage.topicPath('scripts'));
    const sides = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('.rendered')].map((message) =>
        [...message.querySelectorAll('p, li, pre')].map((block) => {
          const range = document.createRange();
          range.selectNodeContents(block);
          const text = range.getBoundingClientRect();
          const box = block.getBoundingClientRect();
          return text.left - box.left < box.right - text.right ? 'left' : 'right';
        }).join(' '))`);
    const expected = ['right left left right', 'left right right left', 'right left'];
    await until('each begins on its own side', async () => {
      const found = await sides();
      return expected.every((one) => found.includes(one));
    });
    const turned = (selector: string) => page.locator(`.rendered ${selector}`).count();
    assert.deepEqual(
      await Promise.all(['ul:dir(ltr)', 'blockquote:dir(rtl)', 'blockquote ul:dir(rtl)'].map(turned)),
      [1, 1, 1],
    );
  });
});
