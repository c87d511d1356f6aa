/** Settings beside the tables: of channels, groups, bots, people and invitations, as an owner sets them. */
import assert from 'node:assert/strict';
import { readOutbox } from '../../server/src/lib/mail/deliver.ts';
import { parseEmail } from '../../server/src/lib/mail/read.ts';
import { getDialog } from './page.ts';
import { done, onOneServer, until, type Stage, type Locator, type Page } from './stage.ts';
import { fakeIssuer } from '../support/services/fake-issuer.ts';

const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
const saved = (page: Page, label: string): Locator =>
  page
    .locator('.field')
    .filter({ has: page.getByLabel(label, { exact: true }) })
    .getByText('Saved');

async function channelNow(stage: Stage): Promise<Record<string, unknown>> {
  const { stream } = await done(stage.as('ada').get(`/streams/${stage.weaving}`));
  return stream as Record<string, unknown>;
}

onOneServer('Settings of owners', (sentence) => {
  sentence('An owner sets a channel’s retention, topic policy and default state', async (_t, stage) => {
    const page = await stage.openPage('ada', `/channels/${stage.weaving}/general`);
    for (const [label, choice] of [
      ['Message retention', '90 days'],
      ['Messages without a topic', 'Not allowed'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).selectOption(choice);
      await saved(page, label).waitFor();
    }
    const isDefault = page.getByRole('switch', { name: 'Default channel for new people' });
    await isDefault.click();
    await saved(page, 'Default channel for new people').waitFor();
    const { message_retention_days, topics_policy } = await channelNow(stage);
    assert.deepEqual([message_retention_days, topics_policy], [90, 'disable_empty_topic']);
    await page.reload();
    await until('it is kept', () => isDefault.isChecked());
  });

  sentence(
    'An owner gives users and groups permission to send, and sees why a change is refused',
    async (_t, stage) => {
      const { group_id } = await done(
        stage.as('ada').post('/user_groups/create', { name: 'dyers', description: '', members: [] }),
      );
      const page = await stage.openPage('ada', `/channels/${stage.weaving}/permissions`);
      const who = page.getByLabel('Who can send messages', { exact: true });
      await who.selectOption('Custom…');
      const choice = page.getByRole('dialog', { name: 'Who can send messages' });
      await button(choice, 'Remove Everyone, including guests').click();
      await choice.getByLabel('Groups', { exact: true }).selectOption('dyers');
      await choice.getByLabel('People', { exact: true }).fill('Ada');
      await page.getByRole('listbox').getByRole('option', { name: 'Ada Achterberg' }).waitFor();
      await page.keyboard.press('Enter');
      await button(choice, 'Remove Ada Achterberg').waitFor();
      await button(choice, 'Save').click();
      await saved(page, 'Who can send messages').waitFor();
      const { can_send_message_group } = await channelNow(stage);
      const expected = { direct_members: [stage.people.ada.id], direct_subgroups: [group_id] };
      assert.deepEqual(can_send_message_group, expected);
      await page.route(`**/streams/${stage.weaving}`, (route) => route.fulfill({ status: 500, body: '{}' }));
      const before = await who.inputValue();
      await who.selectOption('Moderators');
      await page.getByRole('alert').waitFor();
      await until('what was refused is not what holds', async () => (await who.inputValue()) === before);
    },
  );

  sentence('An owner sets the subgroups of a group', async (_t, stage) => {
    const made = async (name: string) => {
      const group = { name, description: '', members: [] };
      return (await done(stage.as('ada').post('/user_groups/create', group))).group_id as number;
    };
    const [inner, outer] = [await made('spinners'), await made('craft')];
    const page = await stage.openPage('ada', `/people/groups/${outer}`);
    await page.getByLabel('Add a subgroup').selectOption('spinners');
    await button(page, 'Remove spinners').waitFor();
    await until('the server knows', async () => {
      const { subgroups } = await done(stage.as('ada').get(`/user_groups/${outer}/subgroups`));
      return (subgroups as number[]).join() === String(inner);
    });
    await button(page, 'Remove spinners').click();
    await button(page, 'Remove spinners').waitFor({ state: 'detached' });
  });

  sentence('An owner sets a bot’s default channel and events', async (_t, stage) => {
    await done(stage.as('ada').post('/bots', { full_name: 'Kiln', short_name: 'kiln' }));
    const page = await stage.openPage('ada', '/settings/bots');
    await button(page, 'Manage Kiln').click();
    const dialog = page.getByRole('dialog', { name: 'Kiln' });
    await dialog.getByLabel('Sends messages to').selectOption('weaving');
    await saved(page, 'Sends messages to').waitFor();
    await dialog.getByRole('switch', { name: 'Receives events from all public channels' }).click();
    await saved(page, 'Receives events from all public channels').waitFor();
    const { bots } = await done(stage.as('ada').get('/bots'));
    const bot = (
      bots as { full_name: string; default_sending_stream: string; default_all_public_streams: boolean }[]
    ).find(({ full_name: name }) => name === 'Kiln');
    assert.deepEqual([bot?.default_sending_stream, bot?.default_all_public_streams], ['weaving', true]);
  });

  sentence('A refused URL of a bot is called that, without the name of a parameter', async (_t, stage) => {
    const page = await stage.openPage('ada', '/settings/bots');
    await button(page, 'Create a bot').click();
    const dialog = page.getByRole('dialog', { name: 'Create a bot' });
    await dialog.getByLabel('Type').selectOption('Outgoing webhook');
    await dialog.getByLabel('Name', { exact: true }).fill('Heald');
    await dialog.getByLabel('Endpoint URL').fill('ftp://example.com/hook');
    await button(dialog, 'Create a bot').click();
    await dialog.getByRole('alert').filter({ hasText: 'This is not a valid URL.' }).waitFor();
    await dialog.getByLabel('Endpoint URL').fill('https://example.com/hook');
    await button(dialog, 'Create a bot').click();
    await dialog.waitFor({ state: 'detached' });
  });

  sentence('An owner finds a service, gets its address for a bot, and sends a test', async (_t, stage) => {
    await done(stage.as('ada').post('/bots', { full_name: 'Reed', short_name: 'reed', bot_type: 2 }));
    const page = await stage.openPage('ada', '/settings/bots');
    await button(page, 'Manage Reed').click();
    const dialog = page.getByRole('dialog', { name: 'Reed' });
    await button(dialog, 'Set up an integration').click();
    await dialog.getByLabel('Filter services').fill('git');
    await dialog.getByLabel('Service', { exact: true }).selectOption('GitLab');
    await dialog.getByLabel('Posts to').selectOption('weaving');
    await dialog.getByLabel('Topic for all messages').fill('builds');
    const path = new RegExp(`/external/gitlab\\?api_key=\\w{32}&stream=${stage.weaving}&topic=builds$`);
    await until('the address of the webhook is shown', async () =>
      path.test(await dialog.locator('.settings-code').textContent()),
    );
    await button(dialog, 'Send a test').click();
    const query = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
    await until('the test message has arrived', async () => {
      const { messages } = await done(stage.as('ada').get('/messages', query));
      const [newest] = messages as { subject: string; content: string }[];
      return newest?.subject === 'builds' && newest.content.includes('This is a test.');
    });
  });

  sentence('An owner sets what an invitation includes', async (_t, stage) => {
    const page = await stage.openPage('ada', '/organization/invitations');
    await page.getByLabel('Role', { exact: true }).selectOption('Guest');
    await page.getByLabel('Expires after').selectOption('No limit');
    await page.getByLabel('Channels', { exact: true }).selectOption('weaving');
    await button(page, 'Create invitation link').click();
    await page.getByText('Anyone with this link can join.').waitFor();
    const { invites } = await done(stage.as('ada').get('/invites'));
    const links = invites as { invited_as: number; expiry_date: number | null; is_multiuse: boolean }[];
    const invite = links.find((one) => one.is_multiuse);
    assert.deepEqual([invite?.invited_as, invite?.expiry_date], [600, null]);
  });

  sentence(
    'Addresses that could not be invited stay in the form, the others are listed as invited',
    async (_t, stage) => {
      const page = await stage.openPage('ada', '/organization/invitations');
      const addresses = page.getByLabel('Email addresses');
      await addresses.fill('ida@example.com, not-an-address, ben@example.com');
      await button(page, 'Send invitations').click();
      await page.getByText('Some of these addresses could not be invited.').waitFor();
      assert.equal(await addresses.inputValue(), 'not-an-address\nben@example.com');
      await page.getByText('ida@example.com').waitFor();
      for (const reason of [
        'not-an-address: This is not an email address.',
        'ben@example.com: There is an account with this address.',
      ])
        await page.getByRole('listitem').filter({ hasText: reason }).waitFor();
    },
  );

  sentence('The invitation page focuses the field for email addresses', async (_t, stage) => {
    const page = await stage.openPage('ada', '/organization/invitations');
    const addresses = page.getByLabel('Email addresses');
    await addresses.waitFor();
    await until('the field has the focus', () =>
      page.evaluate<boolean>("document.activeElement?.matches('textarea') === true"),
    );
  });

  sentence(
    'An address of settings that do not exist is reported, and leads to those that do',
    async (_t, stage) => {
      const page = await stage.openPage('ada', '/organization/no-such-page');
      const settings = getDialog(page, 'Settings');
      await settings.getByRole('heading', { name: 'Page not found' }).waitFor();
      await settings.getByText('The settings have no page at this address.').waitFor();
      await settings.getByRole('link', { name: 'Invitations' }).click();
      await button(settings, 'Send invitations').waitFor();
    },
  );

  sentence(
    'An owner changes another user’s name and profile, and comments on a deactivation',
    async (_t, stage) => {
      await done(stage.as('ada').post('/realm/profile_fields', { name: 'Craft', field_type: 1 }));
      const fields = { email: 'cleo@example.com', password: 'tabby and twill', full_name: 'Cleo' };
      await done(stage.as('ada').post('/users', fields));
      const page = await stage.openPage('ada', '/organization/users');
      await button(page, 'Edit Cleo').waitFor();
      await getDialog(page, 'Settings').getByLabel('Filter people').fill('cleo');
      // Before the pause after typing: the controls of the rows come with the first Tab.
      for (let i = 0; i < 3; i++) await page.keyboard.press('Tab');
      await button(page, 'Edit Cleo').and(page.locator(':focus')).waitFor();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Cleo' });
      await dialog.getByLabel('Craft').fill('Dyeing');
      await page.keyboard.press('Enter');
      await saved(page, 'Craft').waitFor();
      await dialog.getByLabel('Name', { exact: true }).fill('Cleo Marchand');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Cleo Marchand' }).waitFor();
      await page.keyboard.press('Escape');
      await button(page, 'Deactivate Cleo Marchand').click();
      const question = page.getByRole('dialog', { name: 'Deactivate Cleo Marchand' });
      await question.getByLabel('Message to the person').fill('Thank you for the blue.');
      await button(question, 'Deactivate Cleo Marchand').click();
      await question.waitFor({ state: 'detached' });
      await until('the email is in the outbox', async () =>
        (await readOutbox(stage.dataDir)).map(parseEmail).some(({ text }) => text.includes('for the blue')),
      );
    },
  );

  sentence('An owner finds and changes the address of the Jitsi server', async (_t, stage) => {
    const page = await stage.openPage('ada', '/organization/general');
    await page.getByLabel('Search settings').fill('jitsi');
    await getDialog(page, 'Settings').getByRole('link', { name: 'Messages', exact: true }).click();
    const address = page.getByLabel('Jitsi server URL');
    await address.fill('https://meet.example.com');
    await page.keyboard.press('Enter');
    await saved(page, 'Jitsi server URL').waitFor();
    await address.fill('');
    await page.keyboard.press('Enter');
    await until('it is the usual one again', async () => {
      const state = await done(
        stage.as('ada').post('/register', { event_types: [], fetch_event_types: ['realm'] }),
      );
      return state.realm_jitsi_server_url === null;
    });
  });
});

// The audit log in the settings of an organization.

const entries = (page: Page) => page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');

onOneServer('The page of the audit log', (sentence) => {
  sentence('An owner reads who changed what, and filters by person and kind', async (_t, stage) => {
    await done(stage.as('ada').patch('/realm', { name: 'Spinners' }));
    await done(stage.as('ada').post('/channels/create', { name: 'audited', subscribers: [] }));
    await done(stage.as('ada').post(`/heddle/users/${stage.people.ben.id}/password_link`));
    const page = await stage.openPage('ada', '/organization/audit');
    const renamed = entries(page).filter({ hasText: 'Organization settings changed: Spinners' });
    await renamed.waitFor();
    await entries(page).filter({ hasText: 'Password link created: Ben Okafor' }).waitFor();
    const text = await renamed.textContent();
    assert.match(text, /Ada Achterberg/);
    assert.match(text, /Name.*before:.*after: Spinners/s);
    await page.getByLabel('About', { exact: true }).selectOption('Channels');
    await renamed.waitFor({ state: 'detached' });
    await entries(page).filter({ hasText: 'Channel created: audited' }).waitFor();
    await page.getByLabel('From', { exact: true }).fill('2099-01-01');
    await page.getByText('No entries.').waitFor();
    await page.getByLabel('From', { exact: true }).fill('');
    await entries(page).filter({ hasText: 'Channel created: audited' }).waitFor();
    await page.getByLabel('Changed by').fill('Ben');
    await page.getByRole('listbox').getByRole('option', { name: 'Ben Okafor' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('No entries.').waitFor();
  });

  sentence('Further entries of the audit log are fetched on request, each once', async (_t, stage) => {
    for (let at = 0; at < 60; at++) await done(stage.as('ada').patch('/realm', { name: `Weavers ${at}` }));
    const page = await stage.openPage('ada', '/organization/audit');
    await page.getByRole('button', { name: 'Show older entries' }).waitFor();
    assert.equal(await entries(page).count(), 50);
    await page.getByRole('button', { name: 'Show older entries' }).click();
    await until('older entries are shown', async () => (await entries(page).count()) > 59);
    assert.equal(await entries(page).filter({ hasText: 'changed: Weavers 0' }).count(), 1);
  });

  sentence(
    'A failed request for the audit log is reported, and only owners see entries',
    async (_t, stage) => {
      const page = await stage.openPage('ada', '/organization/audit');
      await page.route('**/realm/audit_log/export*', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.getByRole('button', { name: 'Download CSV' }).click();
      await page.locator('.settings-saved .settings-error').waitFor();
      await done(stage.as('ada').patch(`/users/${stage.people.ben.id}`, { role: 200 }));
      const other = await stage.openPage('ben', '/organization/audit');
      await other.getByText('Only owners see this page').waitFor();
      assert.equal(await other.getByRole('list', { name: 'Audit log' }).count(), 0);
      assert.equal(await other.getByRole('button', { name: 'Download CSV' }).count(), 0);
    },
  );
});

// Sign-in providers in the settings of an organization.

const group = (page: Page) =>
  page
    .locator('.settings-section')
    .filter({ has: page.getByRole('heading', { name: 'Sign-in providers', exact: true }) });

onOneServer('Sign-in providers in the web client', (sentence) => {
  sentence('An owner adds a sign-in provider, tests it, and removes it', async (t, stage) => {
    const { url } = await fakeIssuer(t);
    const page = await stage.openPage('ada', '/organization/authentication');
    const own = group(page);
    await own.getByText('No sign-in providers').waitFor();
    await own.getByRole('button', { name: 'Add provider' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name on the button', { exact: true }).fill('Company');
    await dialog.getByLabel('Issuer URL', { exact: true }).fill(url);
    await dialog.getByLabel('Client ID', { exact: true }).fill('heddle');
    await dialog.getByLabel('Groups', { exact: true }).fill('cn=a,dc=b = Weavers');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/client_secret is not set/).waitFor();
    await dialog.getByLabel('Client secret', { exact: true }).fill('of the provider');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await own.getByText(/\/complete\/company\//).waitFor();
    const { providers } = await done(stage.as('ada').get('/heddle/sign_in_providers'));
    const [{ settings }] = providers as [{ settings: Record<string, unknown> }];
    assert.deepEqual(settings.groups, { 'cn=a,dc=b': 'Weavers' });
    await own.getByRole('button', { name: 'Test Company' }).click();
    // The server of the test may not call this machine.
    await own.getByText(/is in a private network/).waitFor();
    await own.getByRole('button', { name: 'Turn off' }).click();
    await own.getByRole('button', { name: 'Turn on' }).waitFor();
    await own.getByRole('button', { name: 'Remove Company' }).click();
    await page.getByRole('button', { name: 'Remove Company' }).last().click();
    await own.getByText('No sign-in providers').waitFor();
  });

  sentence('An administrator sees that only owners manage sign-in providers', async (_t, stage) => {
    await done(stage.as('ada').patch(`/users/${stage.people.ben.id}`, { role: 200 }));
    const page = await stage.openPage('ben', '/organization/authentication');
    await page.getByText('Only owners can see and change sign-in providers.').waitFor();
  });
});
