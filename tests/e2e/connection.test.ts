import assert from 'node:assert/strict';
import { getCompose, readMessage, getStored, write } from './page.ts';
import { inBrowsers } from './stage.ts';

inBrowsers('Lost connections', (sentence) => {
  sentence('A page recovers after the server was killed and is back', async (_t, stage) => {
    const ben = await stage.openPage('ben', stage.topicPath('thunder'));
    await write(ben, 'Before the storm.');
    await getStored(ben, 'Before the storm.').waitFor();
    await stage.server.stop('SIGKILL');
    await ben.getByRole('status').getByText('Reconnecting').waitFor();
    await getCompose(ben).fill('During it.');
    await ben.getByRole('button', { name: 'Send', exact: true }).click();

    await stage.server.start();
    await stage.say('ada', 'thunder', 'Was that the fuse?');
    await getStored(ben, 'Was that the fuse?').waitFor();
    await getStored(ben, 'During it.').waitFor();
    await ben.getByRole('status').getByText('Reconnecting').waitFor({ state: 'detached' });
    await write(ben, 'After it.');
    await getStored(ben, 'After it.').waitFor();
    for (const text of ['Before the storm.', 'During it.', 'After it.']) {
      assert.equal(await readMessage(ben, text).count(), 1, text);
      assert.equal(await stage.count('thunder', text), 1, text);
    }
  });
});
