/** What people see while the server cannot store anything. The faults themselves are tested in tests/faults. */
import type { Page } from 'playwright-core';
import { composeOf, storedOf } from './page.ts';
import { onOneServer, until } from './stage.ts';

const refusal = { result: 'error', msg: 'The disk is full.', code: 'SERVER_NOT_READY', reason: 'disk_full' };

/** Every response says that the disk is full, and nothing is sent, until the returned function is called. */
async function fillDisk(page: Page): Promise<() => void> {
  let isFull = true;
  await page.route('**/api/v1/**', async (route) => {
    const request = route.request();
    // A poll that is held may end when the disk has room again.
    if (!isFull || request.url().includes('/events')) return route.continue();
    const storage = { 'X-Heddle-Storage': 'database=disk_full' };
    if (request.method() !== 'GET')
      return route.fulfill({ status: 503, headers: { ...storage, 'Retry-After': '1' }, json: refusal });
    const response = await route.fetch();
    return route.fulfill({ response, headers: { ...response.headers(), ...storage } });
  });
  return () => (isFull = false);
}

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'cannot save anything' });

onOneServer('While the server cannot store anything', (sentence) => {
  for (const [who, isOwner] of [
    ['ada', true],
    ['ben', false],
  ] as const)
    sentence(
      `${isOwner ? 'an owner sees why, and what to do' : 'a member sees that it is so'}, and what was sent arrives afterwards`,
      async (_t, stage) => {
        const topic = `full disk ${who}`;
        await stage.say('ada', topic, 'Said before.');
        const page = await stage.openPage(who, stage.topicPath(topic), { serviceWorkers: 'block' });
        await storedOf(page, 'Said before.').waitFor();
        const makeRoom = await fillDisk(page);
        await composeOf(page).fill(`Sent by ${who}.`);
        await page.keyboard.press('Control+Enter');
        await bar(page).waitFor();
        const remedy = bar(page).filter({ hasText: 'Free some space' });
        await until('only owners see the remedy', async () => (await remedy.count()) > 0 === isOwner);
        makeRoom();
        await bar(page).waitFor({ state: 'detached' });
        await storedOf(page, `Sent by ${who}.`).waitFor();
        await until('it is sent once', async () => (await stage.count(topic, `Sent by ${who}.`)) === 1);
      },
    );
});
