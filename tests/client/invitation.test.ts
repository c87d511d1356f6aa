import assert from 'node:assert/strict';
import { readOutbox } from '../../server/src/lib/mail/deliver.ts';
import { parseEmail } from '../../server/src/lib/mail/read.ts';
import { getLeft } from './page.ts';
import { inWindows, until } from './stage.ts';

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

  sentence('Members can neither add people nor edit them', async (_t, stage) => {
    const ben = await stage.openPage('ben', '/organization/users');
    await ben.getByText('Only administrators').waitFor();
    for (const name of ['Add person', 'Edit Ada Achterberg'])
      assert.equal(await ben.getByRole('button', { name }).count(), 0, name);
  });
});
