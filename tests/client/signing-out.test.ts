/** What stays in a browser when a person leaves it, and what another one finds there. */
import assert from 'node:assert/strict';
import { getCompose, isFilled, getStored, getTitle, write } from './page.ts';
import { done, onOneServer, password, type Name, type Stage, type Page, inWindows } from './stage.ts';

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Where someone signs in. */
async function signIn(page: Page, stage: Stage, who: Name): Promise<void> {
  await page.getByLabel('Email address').fill(stage.people[who].email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const leftIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify(Object.entries(localStorage)));

onOneServer('Signing out', (sentence) => {
  sentence(
    'Signing out leaves no text in the browser, and the server keeps the drafts',
    async (_t, stage) => {
      const kept = async () =>
        (await done(stage.as('ada').get('/drafts'))).drafts as { id: number; content: string }[];
      // Drafts of pages that were closed before they could say that it was sent.
      for (const { id } of await kept()) await done(stage.as('ada').delete(`/drafts/${String(id)}`));
      const page = await stage.openPage('ada', stage.topicPath('wages'));
      await getCompose(page).fill('Between us: a tenth more.');
      await signOut(page);
      await page.getByRole('heading', { name: 'Sign in to Weavers' }).waitFor();
      assert.doesNotMatch(await leftIn(page), /tenth/);
      assert.deepEqual(
        (await kept()).map(({ content }) => content),
        ['Between us: a tenth more.'],
      );
      await page.goto(stage.topicPath('wages'));
      await signIn(page, stage, 'ben');
      await getCompose(page).waitFor();
      assert.equal(await getCompose(page).inputValue(), '');
    },
  );

  sentence('Signing out asks first if only the browser has a draft', async (_t, stage) => {
    await done(stage.as('ben').patch('/settings', { enable_drafts_synchronization: false }));
    const page = await stage.openPage('ben', stage.topicPath('loans'));
    await getCompose(page).fill('Only here.');
    await signOut(page);
    const question = page.getByRole('dialog', { name: 'Sign out?' });
    await question.getByText('1 unsent draft exists only on this device').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await isFilled(getCompose(page), 'Only here.');
    await signOut(page);
    await question.getByRole('button', { name: 'Delete and sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Weavers' }).waitFor();
    assert.doesNotMatch(await leftIn(page), /Only here/);
    await done(stage.as('ben').patch('/settings', { enable_drafts_synchronization: true }));
  });

  sentence('Text from an expired session is restored for the same user only', async (_t, stage) => {
    const page = await stage.openPage('ada', stage.topicPath('looms'));
    await getCompose(page).waitFor();
    await page.route('**/api/v1/drafts', (route) => route.abort());
    await getCompose(page).fill('Half a thought');
    // A page that asks without a session goes to the sign-in page, whatever the address.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(stage.topicPath('looms'));
    await signIn(page, stage, 'ada');
    await isFilled(getCompose(page), 'Half a thought');
    // A page that asks without a session goes to the sign-in page, whatever the address.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(stage.topicPath('looms'));
    await signIn(page, stage, 'ben');
    await getCompose(page).waitFor();
    assert.equal(await getCompose(page).inputValue(), '');
    assert.doesNotMatch(await leftIn(page), /Half a thought/);
  });
});

onOneServer('Returning', (sentence) => {
  sentence(
    'The first message to oneself appears while the page is still loading the conversation',
    async (_t, stage) => {
      const page = await stage.openPage('ada', stage.topicPath('notes'));
      await getCompose(page).waitFor();
      // The response is made before the note is written, and comes after it has arrived.
      const received = page.waitForResponse(
        async (response) =>
          response.url().includes('/api/v1/events?') && (await response.text()).includes('Buy indigo'),
      );
      await page.route('**/api/v1/messages?*', async (route) => {
        const response = await route.fetch();
        await received;
        await route.fulfill({ response });
      });
      await page.evaluate(() => {
        history.pushState(null, '', '/dm/me');
        dispatchEvent(new PopStateEvent('popstate'));
      });
      await getTitle(page).filter({ hasText: 'Ada' }).waitFor();
      await write(page, 'Buy indigo');
      await getStored(page, 'Buy indigo').waitFor();
    },
  );

  sentence('The home view is the one chosen just before the page was closed', async (_t, stage) => {
    const page = await stage.openPage('ben', '/settings/preferences');
    const choice = page.getByLabel('Home view', { exact: true });
    for (const [view, title] of [
      ['Recent conversations', 'Recent conversations'],
      ['Inbox', 'Inbox'],
    ] as const) {
      await choice.selectOption(view);
      await page.getByText('Saved').first().waitFor();
      await page.goto('/');
      await getTitle(page).filter({ hasText: title }).waitFor();
      await page.goto('/settings/preferences');
      await choice.waitFor();
    }
  });
});

inWindows('Signing in', (sentence) => {
  sentence(
    'Signing in works at the second attempt, leads to the requested page, and signs out',
    async (_t, stage) => {
      const page = await stage.openBrowser();
      await page.goto(stage.topicPath('silk'));
      await page.getByLabel('Email address').fill('ben@example.com');
      await page.getByLabel('Password').fill('open sesame');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').getByText('Incorrect email address or password').waitFor();
      assert.equal(await page.getByLabel('Email address').inputValue(), 'ben@example.com');

      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await getTitle(page).filter({ hasText: 'silk' }).waitFor();

      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in to Weavers' }).waitFor();
      await page.goto('/feed');
      await page.getByRole('heading', { name: 'Sign in to Weavers' }).waitFor();
      // What only distinguishes a known browser from a new one stays.
      const cookies = await page.context().cookies();
      assert.deepEqual(
        cookies.filter((cookie) => !cookie.startsWith('heddle_device=')),
        [],
      );
    },
  );
});
