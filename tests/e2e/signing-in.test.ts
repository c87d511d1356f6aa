import assert from 'node:assert/strict';
import { readOutbox } from '../../server/src/lib/mail/deliver.ts';
import { parseEmail } from '../../server/src/lib/mail/read.ts';
import { leftOf, titleOf } from './page.ts';
import { inBrowsers, password, until } from './stage.ts';

inBrowsers('Signing in', (sentence) => {
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
      await titleOf(page).filter({ hasText: 'silk' }).waitFor();

      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in to Weavers' }).waitFor();
      await page.goto('/feed');
      await page.getByRole('heading', { name: 'Sign in to Weavers' }).waitFor();
      assert.deepEqual(await page.context().cookies(), []);
    },
  );

  sentence('An email invitation leads into the client', async (_t, stage) => {
    const { status, json } = await stage
      .as('ada')
      .post('/invites', { invitee_emails: 'cleo@example.com', stream_ids: [stage.weaving] });
    assert.equal(status, 200, json.msg);
    let path: string | undefined;
    await until('the e-mail is in the outbox', async () => {
      const emails = (await readOutbox(stage.dataDir)).map(parseEmail);
      const email = emails.find(({ to }) => to === 'cleo@example.com');
      path = /\/join\/[\w-]+/.exec(email?.text ?? '')?.[0];
      return path !== undefined;
    });
    const page = await stage.openBrowser();
    await page.goto(path ?? '');
    await page.getByLabel('Your name').fill('Cléo Marchand');
    await page.getByLabel('Password').fill('tabby and twill');
    await page.getByRole('button', { name: 'Join' }).click();
    await leftOf(page).getByRole('link', { name: 'weaving' }).waitFor();
    const { json: users } = await stage.as('ada').get('/users');
    assert.ok((users.members as { full_name: string }[]).some((user) => user.full_name === 'Cléo Marchand'));
  });
});
