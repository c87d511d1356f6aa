/** Addresses that lead back to a place. */
import { getCompose, getStored, getTitle } from './page.ts';
import { onOneServer, until } from './stage.ts';

onOneServer('Addresses', (sentence) => {
  sentence('An address leads back to the same place', async (_t, stage) => {
    for (let i = 1; i <= 60; i++) await stage.say('ben', 'long', `Row ${i} of the pattern.`);
    const middle = (await stage.read('ada', 'long')).find(({ content }) => content.startsWith('Row 20 '));
    const near = `${stage.topicPath('long')}/near/${middle?.id ?? 0}`;
    const ada = await stage.openPage('ada', near);
    const there = getStored(ada, 'Row 20 of');
    const isVisible = () =>
      until('the row is in sight', async () => {
        const box = await there.boundingBox();
        return box !== null && box.y > 0 && box.y < 700;
      });
    await isVisible();
    // Named by what is unread further down, as long as anything is.
    await ada.getByRole('button', { name: /^Jump to newest|new messages? below$/ }).click();
    await until('the newest is in sight', async () => {
      const box = await getStored(ada, 'Row 60 of').boundingBox();
      return box !== null && box.y > 0 && box.y < 700;
    });
    await ada.goto(near);
    await isVisible();
    await ada.reload();
    await isVisible();
    for (const [path, shown] of [
      ['/search?q=pattern', 'Search: pattern'],
      [`/dm/${stage.people.ben.id}`, 'Ben Okafor'],
      ['/starred', 'Starred'],
      [`/channels/${stage.weaving}/people`, 'weaving'],
    ] as const) {
      await ada.goto(path);
      await getTitle(ada).filter({ hasText: shown }).waitFor();
    }
    for (const shown of ['Starred', 'Ben Okafor', 'Search: pattern']) {
      await ada.goBack();
      await getTitle(ada).filter({ hasText: shown }).waitFor();
    }
    await ada.goBack();
    await isVisible();
    await ada.goForward();
    await getTitle(ada).filter({ hasText: 'Search: pattern' }).waitFor();
    await ada.goto('/settings/notifications');
    const settings = ada.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('heading', { name: 'Notifications', level: 2 }).waitFor();
    await ada.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
    await ada.goto('/no/such/place');
    await ada.getByText('Page not found').waitFor();
    await getCompose(ada).waitFor({ state: 'detached' });
  });
});
