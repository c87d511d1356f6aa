/** What people see while the server cannot store anything: its process can really write no file. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { canLimitFiles, letFilesFail, letFilesGrow } from '../support/faults/failing-disk.ts';
import { undoAfter } from '../support/undo.ts';
import { getCompose, getStored } from './page.ts';
import { onOneServer, until, type Stage } from './stage.ts';

/** As when the disk has no more room, until the returned function is called. */
function fillDisk(t: TestContext, { server }: Stage): () => void {
  const makeRoom = () => letFilesGrow(server.pid);
  undoAfter(t, makeRoom);
  letFilesFail(server.pid);
  return makeRoom;
}

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'cannot save anything' });

onOneServer('Storage failures', (sentence) => {
  for (const [who, isOwner] of [
    ['ada', true],
    ['ben', false],
  ] as const)
    sentence(
      `While storage fails, ${isOwner ? 'an owner sees the reason and the remedy' : 'a member sees the state'}, and sent messages arrive afterwards`,
      async (t, stage) => {
        if (!canLimitFiles()) {
          t.skip('there is no prlimit, with which the disk of a server is made full');
          return;
        }
        const topic = `full disk ${who}`;
        await stage.say('ada', topic, 'Said before.');
        const page = await stage.openPage(who, stage.topicPath(topic));
        await getStored(page, 'Said before.').waitFor();
        const makeRoom = fillDisk(t, stage);
        await getCompose(page).fill(`Sent by ${who}.`);
        await page.keyboard.press('Control+Enter');
        await bar(page).waitFor();
        await bar(page)
          .filter({ hasText: /all other changes fail.*Since \d+:\d\d/ })
          .waitFor();
        const remedy = bar(page).filter({ hasText: 'Free some space' });
        await until('only owners see the remedy', async () => (await remedy.count()) > 0 === isOwner);
        assert.equal(await stage.count(topic, `Sent by ${who}.`), 0);
        makeRoom();
        await bar(page).waitFor({ state: 'detached' });
        await getStored(page, `Sent by ${who}.`).waitFor();
        await until('it is sent once', async () => (await stage.count(topic, `Sent by ${who}.`)) === 1);
      },
    );
});
