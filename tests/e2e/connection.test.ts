import assert from 'node:assert/strict';
import { getCompose, isFilled, readMessage, getStored, write } from './page.ts';
import { inBrowsers } from './stage.ts';

inBrowsers('Lost connections', (sentence) => {
  sentence('Text typed while offline stays, and sent messages arrive once', async (_t, stage) => {
    const path = stage.topicPath('bobbins');
    const [ada, ben] = [await stage.openPage('ada', path), await stage.openPage('ben', path)];
    await getCompose(ada).waitFor();
    await getCompose(ben).fill('Where are the');
    await ben.context().setOffline(true);
    await ben.getByRole('status').getByText('You are offline').waitFor();
    await getCompose(ben).pressSequentially(' bobbins?');
    await isFilled(getCompose(ben), 'Where are the bobbins?');

    await ben.getByRole('button', { name: 'Send', exact: true }).click();
    await readMessage(ben, 'Where are the bobbins?').waitFor();
    await getCompose(ben).fill('And the sh');
    assert.equal(await stage.count('bobbins', 'Where are the bobbins?'), 0);

    await ben.context().setOffline(false);
    await getStored(ada, 'Where are the bobbins?').waitFor();
    await getStored(ben, 'Where are the bobbins?').waitFor();
    assert.equal(await getCompose(ben).inputValue(), 'And the sh');
    // Whatever would have been sent again has been by the time that the next one is there.
    await write(ben, 'And the shuttles?');
    await getStored(ada, 'And the shuttles?').waitFor();
    assert.equal(await readMessage(ben, 'Where are the bobbins?').count(), 1);
    assert.equal(await stage.count('bobbins', 'Where are the bobbins?'), 1);
  });

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
