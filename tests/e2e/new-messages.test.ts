/** New messages while someone reads above. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { picture } from '../support/fixtures/pictures.ts';
import { getButton, getCompose, getStored, goTo, leftShown } from './page.ts';
import { done, onOneServer, until, type Stage, inBrowsers } from './stage.ts';

const getBelow = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /new messages? below|Jump to newest/ });

/** A conversation that Ada has read; @returns the ids. */
async function converse(stage: Stage, topic: string, length: number): Promise<number[]> {
  const messages: number[] = [];
  for (let i = 1; i <= length; i++) {
    const content = `Thread ${String(i)}: spun, wound and laid aside.`;
    const to = { type: 'channel', to: stage.weaving, topic, content };
    messages.push((await done(stage.as('ben').post('/messages', to))).id);
  }
  await done(stage.as('ada').post('/messages/flags', { messages, op: 'add', flag: 'read' }));
  return messages;
}

async function scrollUp(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('article').first().hover();
  await page.mouse.wheel(0, -600);
  await getBelow(page).waitFor();
}

const isVisible = (page: Page, text: string) => async (): Promise<boolean> => {
  const list = await page.locator('.message-list').boundingBox();
  const row = await getStored(page, text).boundingBox();
  return list !== null && row !== null && row.y + row.height <= list.y + list.height + 1;
};

onOneServer('New messages below', (sentence) => {
  sentence(
    'Reading above shows the number of new messages below, and a click leads to them',
    async (_t, stage) => {
      await converse(stage, 'spools', 40);
      const page = await stage.openPage('ada', stage.topicPath('spools'));
      await getStored(page, 'Thread 40:').waitFor();
      await stage.say('ben', 'spools', 'Visible at once.');
      await until('it is visible', isVisible(page, 'Visible at once.'));
      // Who is at the bottom needs no way there.
      await getBelow(page).waitFor({ state: 'detached' });

      await scrollUp(page);
      await getButton(page, 'Jump to newest').waitFor();
      await stage.say('ben', 'spools', 'The first below.');
      await getButton(page, '1 new message below').waitFor();
      await stage.say('ada', 'spools', 'From a program of her own.');
      await stage.say('ben', 'elsewhere', 'Not here at all.');
      await stage.say('ben', 'spools', 'The second below.');
      await getButton(page, '2 new messages below').waitFor();

      await getButton(page, '2 new messages below').click();
      await until('the newest is visible', isVisible(page, 'The second below.'));
      await getBelow(page).waitFor({ state: 'detached' });
      await until('the focus is not lost', () =>
        page.evaluate<boolean>('document.activeElement !== document.body'),
      );
      await until('both are read', async () => {
        const messages = await stage.read('ada', 'spools');
        return messages.slice(-3).every(({ flags }) => flags.includes('read'));
      });
      await scrollUp(page);
      await getButton(page, 'Jump to newest').waitFor();
    },
  );

  sentence('A key leads to the newest messages, past unfetched ones', async (_t, stage) => {
    const ids = await converse(stage, 'skeins', 140);
    const page = await stage.openPage('ada', `${stage.topicPath('skeins')}/near/${String(ids[3])}`);
    await getStored(page, 'Thread 4:').waitFor();
    await getButton(page, 'Jump to newest').waitFor();
    await stage.say('ben', 'skeins', 'Far below.');
    await getButton(page, '1 new message below').waitFor();
    assert.equal(await getStored(page, 'Thread 140:').count(), 0, 'it is not there yet');
    await page.keyboard.press('End');
    await until('the newest is visible', isVisible(page, 'Far below.'));
    await getBelow(page).waitFor({ state: 'detached' });

    // Sent, a message with a picture is higher than it was while it was being sent.
    const form = new FormData();
    form.append('file', new File([await picture(600, 400)], 'sett.png', { type: 'image/png' }));
    const { url } = await done(stage.as('ada').send('POST', '/user_uploads', { body: form }));
    await getCompose(page).fill(`[sett.png](${String(url)})`);
    await page.keyboard.press('Control+Enter');
    await until('the picture is visible', isVisible(page, 'sett.png'));
    await getBelow(page).waitFor({ state: 'detached' });
  });
});

// Which scrolled messages are marked as read, according to the server.

const policies = { always: 1, conversations: 2, never: 3 } as const;

const choose = (stage: Stage, policy: keyof typeof policies) =>
  done(stage.as('ada').patch('/settings', { web_mark_read_on_scroll_policy: policies[policy] }));

/** Whether Ada has read it, as the server sees it. */
async function isRead(stage: Stage, topic: string, text: string): Promise<boolean> {
  const message = (await stage.read('ada', topic)).find(({ content }) => content.startsWith(text));
  assert.ok(message, `nobody said "${text}"`);
  return message.flags.includes('read');
}

const untilRead = (stage: Stage, topic: string, text: string) =>
  until(`"${text}" is read`, () => isRead(stage, topic, text));

/** The whole message is within the list. */
async function untilVisible(page: Page, text: string): Promise<void> {
  await until(`"${text}" is visible`, async () => {
    const list = await page.locator('.message-list').boundingBox();
    const row = await getStored(page, text).boundingBox();
    return list !== null && row !== null && row.y >= list.y && row.y + row.height <= list.y + list.height + 1;
  });
}

/** A page reports in order: had it marked anything as read before, the server would know by the end of this. */
async function readElsewhere(stage: Stage, page: Page): Promise<void> {
  await goTo(page, stage.topicPath('elsewhere'));
  await getStored(page, 'Said elsewhere.').waitFor();
  await untilRead(stage, 'elsewhere', 'Said elsewhere.');
}

/** As docs/screens.md lists it among the daily tasks. */
const mostKeys = 90;

/** More than a screen of them. @returns how the last one begins */
async function sayMuch(stage: Stage, topic: string, count = 30): Promise<string> {
  for (let i = 1; i <= count; i++)
    await stage.say('ben', topic, `${topic} ${String(i)}: ${'spun and wound. '.repeat(20)}`);
  return `${topic} ${String(count)}:`;
}

/** What was pressed has scrolled the list, and its rows are drawn. */
const listStands = `document.fonts.ready.then(() => new Promise((resolve) => {
  let before;
  let frames = 0;
  const next = () => {
    const { scrollTop, scrollHeight } = document.querySelector('.message-list') ?? {};
    const now = [location.pathname, scrollTop, scrollHeight].join();
    frames = now === before ? frames + 1 : 0;
    before = now;
    frames === 3 ? resolve() : requestAnimationFrame(next);
  };
  next();
}))`;

const views: Record<string, (stage: Stage, topic: string) => string> = {
  feed: () => '/feed',
  channel: ({ weaving }) => `/channel/${String(weaving)}-weaving`,
  conversation: (stage, topic) => stage.topicPath(topic),
};

inBrowsers('Marking as read by scrolling', (sentence) => {
  sentence(
    'Scrolled messages are marked as read in the feed, a channel and a conversation with the setting for all views, once visible',
    async (_t, stage) => {
      await choose(stage, 'always');
      const page = await stage.openPage('ada', '/inbox');
      await leftShown(page);
      for (const [topic, path] of Object.entries(views)) {
        const last = await sayMuch(stage, topic);
        await goTo(page, path(stage, topic));
        await untilRead(stage, topic, `${topic} 1:`);
        assert.ok(!(await isRead(stage, topic, last)), `the last one was not visible in the ${topic}`);
        await getStored(page, `${topic} 1:`).hover();
        await until(`the last one is read in the ${topic}`, async () => {
          await page.mouse.wheel(0, 400);
          return isRead(stage, topic, last);
        });
        await goTo(page, '/inbox');
        await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
      }
    },
  );
});

inBrowsers('New messages in view', (sentence) => {
  sentence('A new message in view is marked as read, and one below is not', async (_t, stage) => {
    const last = await sayMuch(stage, 'looms');
    await stage.say('ben', 'elsewhere', 'Said elsewhere.');
    const all = { anchor: 'newest', num_before: 1000, num_after: 0, op: 'add', flag: 'read' };
    const narrow = [{ operator: 'topic', operand: 'looms' }];
    await done(stage.as('ada').post('/messages/flags/narrow', { ...all, narrow }));
    const page = await stage.openPage('ada', stage.topicPath('looms'));
    await untilVisible(page, last);
    await stage.say('ben', 'looms', 'Visible.');
    await untilRead(stage, 'looms', 'Visible.');

    await getStored(page, last).hover();
    await page.mouse.wheel(0, -1500);
    await getButton(page, 'Jump to newest').waitFor();
    await stage.say('ben', 'looms', 'Below.');
    await getButton(page, '1 new message below').waitFor();
    await readElsewhere(stage, page);
    assert.ok(!(await isRead(stage, 'looms', 'Below.')), 'nobody has seen it');

    await goTo(page, stage.topicPath('looms'));
    await untilVisible(page, 'Below.');
    await untilRead(stage, 'looms', 'Below.');
  });

  sentence('Catching up by n and Space leaves nothing unread', async (_t, stage) => {
    const topics = [
      'carding',
      'combing',
      'rolling',
      'drawing',
      'roving',
      'spinning',
      'plying',
      'winding',
    ].concat(['warping', 'beaming', 'threading', 'sleying']);
    await Promise.all(topics.map((topic) => sayMuch(stage, topic, 25)));
    const page = await stage.openPage('ada', '/inbox');
    await page.getByRole('main').getByRole('link', { name: 'carding' }).waitFor();
    let keys = 0;
    const press = async (key: string) => {
      keys++;
      await page.keyboard.press(key);
      await page.evaluate(listStands);
    };
    const isAtEnd = `(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight > scrollHeight - 24)(
      document.querySelector('.message-list'))`;
    for (let left = topics.length; left > 0; left--) {
      await press('n');
      await getStored(page, / 1: spun/).waitFor();
      await page.evaluate(listStands);
      while (!(await page.evaluate<boolean>(isAtEnd))) await press('Space');
    }
    await until('nothing is unread', async () => {
      const { unread_msgs } = await done(
        stage.as('ada').post('/register', { fetch_event_types: ['message', 'update_message_flags'] }),
      );
      return (unread_msgs as { count: number }).count === 0;
    });
    assert.ok(keys <= mostKeys, `${String(keys)} keys for 300 messages`);
    assert.equal(await page.evaluate('document.activeElement === document.body'), false);
  });
});
