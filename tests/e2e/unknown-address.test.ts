/** What an address of nothing offers. */
import { getButton, getLeft } from './page.ts';
import { inBrowsers } from './stage.ts';

inBrowsers('Addresses of nothing', (sentence) => {
  sentence('An unknown address shows a page with links, also on a phone', async (_t, stage) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await stage.openPage('ada', '/no/such/place', phone);
    await getButton(page, 'Choose a conversation').tap();
    await getLeft(page).getByRole('link', { name: 'weaving' }).tap();
    await page.waitForURL(/weaving/);
    const desk = await stage.openPage('ada', '/no/such/place');
    await desk.getByText('Choose a conversation on the left.').waitFor();
  });
});
