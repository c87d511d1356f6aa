import assert from 'node:assert/strict';
import { getTitle } from './page.ts';
import { inWindows, password } from './stage.ts';

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
