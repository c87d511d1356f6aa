import assert from 'node:assert/strict';
import { composeOf, isFilled, messageOf, storedOf, write } from './page.ts';
import { inBrowsers } from './stage.ts';

inBrowsers('Lost connections', (sentence) => {
  sentence('Text typed while offline stays, and sent messages arrive once', async (_t, stage) => {
    const path = stage.topicPath('bobbins');
    const [ada, ben] = [await stage.openPage('ada', path), await stage.openPage('ben', path)];
    await composeOf(ada).waitFor();
    await composeOf(ben).fill('Where are the');
    await ben.context().setOffline(true);
    await ben.getByRole('status').getByText('You are offline').waitFor();
    await composeOf(ben).pressSequentially(' bobbins?');
    await isFilled(composeOf(ben), 'Where are the bobbins?');

    await ben.getByRole('button', { name: 'Send', exact: true }).click();
    await messageOf(ben, 'Where are the bobbins?').waitFor();
    await composeOf(ben).fill('And the sh');
    assert.equal(await stage.count('bobbins', 'Where are the bobbins?'), 0);

    await ben.context().setOffline(false);
    await storedOf(ada, 'Where are the bobbins?').waitFor();
    await storedOf(ben, 'Where are the bobbins?').waitFor();
    assert.equal(await composeOf(ben).inputValue(), 'And the sh');
    // Whatever would have been sent again has been by the time that the next one is there.
    await write(ben, 'And the shuttles?');
    await storedOf(ada, 'And the shuttles?').waitFor();
    assert.equal(await messageOf(ben, 'Where are the bobbins?').count(), 1);
    assert.equal(await stage.count('bobbins', 'Where are the bobbins?'), 1);
  });

  sentence('A page recovers after the server was killed and is back', async (_t, stage) => {
    const ben = await stage.openPage('ben', stage.topicPath('thunder'));
    await write(ben, 'Before the storm.');
    await storedOf(ben, 'Before the storm.').waitFor();
    await stage.server.stop('SIGKILL');
    await ben.getByRole('status').getByText('Reconnecting').waitFor();
    await composeOf(ben).fill('During it.');
    await ben.getByRole('button', { name: 'Send', exact: true }).click();

    await stage.server.start();
    await stage.say('ada', 'thunder', 'Was that the fuse?');
    await storedOf(ben, 'Was that the fuse?').waitFor();
    await storedOf(ben, 'During it.').waitFor();
    await ben.getByRole('status').getByText('Reconnecting').waitFor({ state: 'detached' });
    await write(ben, 'After it.');
    await storedOf(ben, 'After it.').waitFor();
    for (const text of ['Before the storm.', 'During it.', 'After it.']) {
      assert.equal(await messageOf(ben, text).count(), 1, text);
      assert.equal(await stage.count('thunder', text), 1, text);
    }
  });
});
