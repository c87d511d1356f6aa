/** Links to a message in a long conversation. */
import { getStored, getTitle } from './page.ts';
import { onOneServer, until } from './stage.ts';

onOneServer('Addresses', (sentence) => {
  sentence('An address of a message leads back to the same place', async (_t, stage) => {
    for (let i = 1; i <= 60; i++) await stage.say('ben', 'long', `Row ${i} of the pattern.`);
    const middle = (await stage.read('ada', 'long')).find(({ content }) => content.startsWith('Row 20 '));
    const near = `${stage.topicPath('long')}/near/${middle?.id ?? 0}`;
    const ada = await stage.openPage('ada', near);
    const there = getStored(ada, 'Row 20 of');
    const isVisible = () =>
      until('the row is visible', async () => {
        const box = await there.boundingBox();
        return box !== null && box.y > 0 && box.y < 700;
      });
    await isVisible();
    // Named by what is unread further down, as long as anything is.
    await ada.getByRole('button', { name: /^Jump to newest|new messages? below$/ }).click();
    await until('the newest is visible', async () => {
      const box = await getStored(ada, 'Row 60 of').boundingBox();
      return box !== null && box.y > 0 && box.y < 700;
    });
    await ada.goto(near);
    await isVisible();
    await ada.reload();
    await isVisible();
    await ada.goto('/starred');
    await getTitle(ada).filter({ hasText: 'Starred' }).waitFor();
    await ada.goBack();
    await isVisible();
  });
});
