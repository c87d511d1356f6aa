/** The web client while the server cannot store anything: its process can really write no file. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { canLimitFiles, letFilesFail, letFilesGrow } from '../support/faults/failing-disk.ts';
import type { ServerProcess } from '../support/process/process.ts';
import { undoAfter } from '../support/undo.ts';
import { getStored, write } from './page.ts';
import { until, withProcesses, type Name, type Stage } from './stage.ts';

/** As when the disk has no more room, until the returned function is called. */
function fillDisk(t: TestContext, { server }: Stage<ServerProcess>): () => void {
  const makeRoom = () => letFilesGrow(server.pid);
  undoAfter(t, makeRoom);
  letFilesFail(server.pid);
  return makeRoom;
}

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'cannot save anything' });

withProcesses('Storage failures', (sentence) => {
  sentence(
    'While storage fails, an owner sees the reason and the remedy and a member the state, and sent messages arrive afterwards',
    async (t, stage) => {
      if (!canLimitFiles()) {
        t.skip('there is no prlimit, with which the disk of a server is made full');
        return;
      }
      const topic = 'full disk';
      await stage.say('ada', topic, 'Said before.');
      const pages = new Map<Name, Page>();
      for (const who of ['ada', 'ben'] as const) {
        const page = await stage.openPage(who, stage.topicPath(topic));
        await getStored(page, 'Said before.').waitFor();
        pages.set(who, page);
      }
      const makeRoom = fillDisk(t, stage);
      for (const [who, page] of pages) {
        await write(page, `Sent by ${who}.`);
        await bar(page)
          .filter({ hasText: /all other changes fail.*Since \d+:\d\d/ })
          .waitFor();
        const remedy = bar(page).filter({ hasText: 'Free some space' });
        await until(
          `the remedy is for owners, as ${who} sees`,
          async () => (await remedy.count()) > 0 === (who === 'ada'),
        );
        assert.equal(await stage.count(topic, `Sent by ${who}.`), 0);
      }
      makeRoom();
      for (const [who, page] of pages) {
        await bar(page).waitFor({ state: 'detached' });
        await getStored(page, `Sent by ${who}.`).waitFor();
        await until(
          `that of ${who} is sent once`,
          async () => (await stage.count(topic, `Sent by ${who}.`)) === 1,
        );
      }
    },
  );
});
