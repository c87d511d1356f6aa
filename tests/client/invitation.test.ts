import assert from 'node:assert/strict';
import { readOutbox } from '../../server/src/lib/mail/deliver.ts';
import { parseEmail } from '../../server/src/lib/mail/read.ts';
import { getDialog, getLeft } from './page.ts';
import { done, inWindows, until, type Page } from './stage.ts';

inWindows('Signing in', (sentence) => {
  sentence('An email invitation leads into the client', async (_t, stage) => {
    const { status, json } = await stage
      .as('ada')
      .post('/invites', { invitee_emails: 'cleo@example.com', stream_ids: [stage.weaving] });
    assert.equal(status, 200, json.msg);
    let path: string | undefined;
    await until('the email is in the outbox', async () => {
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
    await getLeft(page).getByRole('link', { name: 'weaving' }).waitFor();
    const { json: users } = await stage.as('ada').get('/users');
    assert.ok((users.members as { full_name: string }[]).some((user) => user.full_name === 'Cléo Marchand'));
  });

  sentence('Owners learn that invitations are not delivered, and hand over a link', async (_t, stage) => {
    const page = await stage.openPage('ada', '/organization/invitations');
    await page.getByText('No mail server is connected').waitFor();
    await page.getByLabel('Email addresses').fill('dora@example.com; emil@example.com');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByRole('listitem').filter({ hasText: 'emil@example.com' }).waitFor();
    await page.getByLabel('Email addresses').fill('Emil <Emil@example.com>, frida@example.com');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByRole('listitem').filter({ hasText: 'frida@example.com' }).waitFor();
    await page.getByText('Already invited.').waitFor();
    const { json } = await stage.as('ada').get('/invites');
    const invited = (json.invites as { email?: string }[]).map(({ email }) => email?.toLowerCase());
    assert.equal(invited.filter((email) => email === 'emil@example.com').length, 1);
    await page.getByRole('button', { name: 'Create invitation link' }).click();
    const row = page.getByRole('listitem').filter({ hasText: '/join/' });
    await row.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
  });

  sentence('A person joins by the link of an invitation that a member has passed on', async (_t, stage) => {
    await done(stage.as('ada').patch(`/users/${stage.people.ben.id}`, { role: 400 }));
    const page = await stage.openPage('ben', '/organization/invitations');
    await page.getByText('No mail server is connected').waitFor();
    await page.getByLabel('Email addresses').fill('gwen@example.com');
    await page.getByRole('button', { name: 'Send invitations' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'gwen@example.com' });
    await row.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    const { json } = await stage.as('ben').get('/invites');
    const newcomer = await stage.openBrowser();
    await newcomer.goto((json.invites as { link_url: string }[])[0]!.link_url);
    await newcomer.getByLabel('Your name').fill('Gwen Roth');
    await newcomer.getByLabel('Password').fill('tabby and twill');
    await newcomer.getByRole('button', { name: 'Join' }).click();
    await getLeft(newcomer).getByRole('link', { name: 'Inbox' }).waitFor();
  });

  sentence(
    'An administrator adds a person, who signs in by the link that is shown once',
    async (_t, stage) => {
      const page = await stage.openPage('ada', '/organization/users');
      await page.getByRole('button', { name: 'Add person' }).click();
      const form = getDialog(page, 'Add person');
      await form.getByLabel('Name', { exact: true }).fill('Hal Nilsen');
      await form.getByLabel('Email', { exact: true }).fill('ben@example.com');
      await form.getByRole('button', { name: 'Add person' }).click();
      await form.getByRole('alert').waitFor();
      await form.getByLabel('Email', { exact: true }).fill('hal@example.com');
      await form.getByRole('button', { name: 'Add person' }).click();
      const shown = getDialog(page, 'Hal Nilsen');
      const link = await shown.locator('code').textContent();
      await shown.getByRole('button', { name: 'Copy link' }).click();
      await page.getByText('Link copied').waitFor();
      await choosePassword(await stage.openBrowser(), link);
      await until('the person is known', async () => {
        const { members } = await done(stage.as('ben').get('/users'));
        return (members as { full_name: string }[]).some((user) => user.full_name === 'Hal Nilsen');
      });
    },
  );

  sentence('An administrator creates a password link for a person, and only then', async (_t, stage) => {
    const page = await stage.openPage('ada', '/organization/users');
    await page.getByRole('button', { name: 'Edit Ben Okafor' }).click();
    const person = getDialog(page, 'Ben Okafor');
    await person.getByRole('button', { name: 'Create password link' }).click();
    const asked = getDialog(page, 'Create password link');
    await asked.getByRole('button', { name: 'Create password link' }).click();
    const link = await person.locator('code').textContent();
    await choosePassword(await stage.openBrowser(), link);
    await done(stage.as('ada').patch(`/users/${stage.people.ben.id}`, { role: 400 }));
    const ben = await stage.openBrowser();
    await ben.goto('/login');
    await ben.getByLabel('Email').fill(stage.people.ben.email);
    await ben.getByLabel('Password').fill(chosen);
    await ben.getByRole('button', { name: 'Sign in', exact: true }).click();
    await getLeft(ben).getByRole('link', { name: 'Inbox' }).waitFor();
    await ben.goto('/organization/users');
    await ben.getByText('Only administrators').waitFor();
    for (const name of ['Add person', 'Edit Ada Achterberg'])
      assert.equal(await ben.getByRole('button', { name }).count(), 0, name);
  });
});

const chosen = 'a shuttle and a reed';

async function choosePassword(page: Page, link: string): Promise<void> {
  await page.goto(new URL(link).pathname);
  await page.getByLabel('Password').fill(chosen);
  await page.getByLabel('Password').press('Enter');
  await until('the password is chosen', async () => !page.url().includes(new URL(link).pathname));
}
