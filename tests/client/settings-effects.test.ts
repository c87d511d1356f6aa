/** What someone sets is what the server and the others go by. */
import assert from 'node:assert/strict';
import { readOutbox } from '../../server/src/lib/mail/deliver.ts';
import { Client } from '../support/client.ts';
import { getButton, getCompose, getDialog, leftShown, getTitle } from './page.ts';
import { done, onOneServer, password, until, type Stage, type Locator, type Page } from './stage.ts';

const getSettings = (page: Page): Locator => page.getByRole('dialog', { name: 'Settings' });

async function goTo(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await getSettings(page).getByRole('heading', { name: title, level: 2, exact: true }).waitFor();
}

const realm = async (stage: Stage) =>
  (await done(
    stage.as('ben').post('/register', { fetch_event_types: ['realm', 'realm_user_settings_defaults'] }),
  )) as Record<string, unknown>;

/** Changes of the organization: where, what is done there, and which events every client gets. */
const organizationChanges: {
  path: string;
  title: string;
  make: (page: Page) => Promise<unknown>;
  name: string;
  value: unknown;
}[] = [
  {
    path: '/organization/general',
    title: 'General',
    make: (page) => page.getByRole('switch', { name: 'People can change their profile pictures' }).click(),
    name: 'realm_avatar_changes_disabled',
    value: true,
  },
  {
    path: '/organization/permissions',
    title: 'Permissions',
    make: (page) => page.getByLabel('Who can use wildcard mentions in large channels').selectOption('Nobody'),
    name: 'realm_can_mention_many_users_group',
    value: 'role:nobody',
  },
  {
    path: '/organization/messages',
    title: 'Messages',
    make: (page) => page.getByRole('switch', { name: 'Allow message editing' }).click(),
    name: 'realm_allow_message_editing',
    value: false,
  },
  {
    path: '/organization/joining',
    title: 'Joining',
    make: (page) => page.getByRole('switch', { name: 'Require an invitation to join' }).click(),
    name: 'realm_invite_required',
    value: false,
  },
];

onOneServer('Settings', (sentence) => {
  sentence('Organization settings apply to everyone immediately', async (_t, stage) => {
    const groups = (await done(stage.as('ada').get('/user_groups'))).user_groups as {
      id: number;
      name: string;
    }[];
    const ada = await stage.openPage('ada', '/organization/general');
    const ben = await stage.openPage('ben', '/organization/general');
    await getSettings(ben).getByText('Only administrators can change this.').first().waitFor();
    await until('he cannot', () => ben.getByRole('switch', { name: 'Require unique names' }).isDisabled());
    for (const { path, title, make, name, value } of organizationChanges) {
      await goTo(ada, path, title);
      await make(ada);
      const wanted = groups.find((group) => group.name === value)?.id ?? value;
      await until(`the event of ${name} arrives`, async () => (await realm(stage))[name] === wanted);
    }
    await goTo(ada, '/organization/defaults', 'Default settings for new people');
    await ada.getByRole('switch', { name: 'Use 24-hour time' }).click();
    await until('newcomers begin with it', async () => {
      const defaults = (await realm(stage)).realm_user_settings_defaults as {
        twenty_four_hour_time: boolean;
      };
      return defaults.twenty_four_hour_time;
    });
  });

  sentence('Users are invited by email and by link, and invitations are revoked', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/organization/invitations');
    await ada.getByLabel('Email addresses').fill('dora@example.com\nemil@example.com');
    await ada.getByLabel('Role', { exact: true }).selectOption('Moderator');
    await getButton(ada, 'Send invitations').click();
    const row = (text: string) => getSettings(ada).getByRole('listitem').filter({ hasText: text });
    await row('dora@example.com').getByText('Moderator').waitFor();
    const invited = /^To: .*(dora|emil)@example\.com/im;
    await until('both emails are sent', async () => {
      const emails = await readOutbox(stage.dataDir);
      return emails.filter((email) => invited.test(email)).length === 2;
    });
    await getButton(row('emil@example.com'), 'Resend').click();
    await row('emil@example.com').getByText('Sent').waitFor();
    await getButton(row('emil@example.com'), 'Revoke').click();
    await getButton(getDialog(ada, 'Revoke?'), 'Revoke').click();
    await row('emil@example.com').waitFor({ state: 'detached' });
    await getButton(ada, 'Create invitation link').click();
    await getSettings(ada).getByText('Anyone with this link can join.').waitFor();
    const { invites } = await done(stage.as('ada').get('/invites'));
    const all = invites as { email?: string; is_multiuse: boolean; link_url?: string }[];
    assert.deepEqual(all.map(({ email }) => email ?? 'link').sort(), ['dora@example.com', 'link']);
    const newcomer = await stage.openBrowser();
    await newcomer.goto(all.find((one) => one.is_multiuse)?.link_url ?? '');
    await newcomer.getByLabel('Your email address').waitFor();
    // Without a mail server, who invites passes the link on.
    await getButton(row('dora@example.com'), 'Copy link').waitFor();
    await newcomer.goto(all.find(({ email }) => email === 'dora@example.com')?.link_url ?? '');
    await newcomer.getByLabel('Your name').waitFor();
  });

  sentence('The settings change the password, show the API key and end other sessions', async (_t, stage) => {
    const elsewhere = await stage.openPage('ben', '/feed');
    await leftShown(elsewhere);
    const ben = await stage.openPage('ben', '/settings/account');
    const own = getSettings(ben);
    const key = own.getByLabel('Password', { exact: true });
    await key.fill(password);
    await getButton(own, 'Show key').click();
    await own.getByText(stage.people.ben.apiKey).waitFor();
    await getButton(own.getByRole('listitem').filter({ hasText: 'Last used' }).first(), 'Sign out').click();
    await elsewhere
      .getByText('Your session has ended.')
      .or(elsewhere.getByRole('heading', { name: 'Sign in to Weavers' }))
      .first()
      .waitFor();

    await own.getByLabel('Current password').fill('not this one');
    await own.getByLabel('New password').fill('a shed with a view');
    await getButton(own, 'Change password').click();
    await own.getByRole('alert').first().waitFor();
    await own.getByLabel('Current password').fill(password);
    // The tests use Ben's key.
    await own.getByLabel('Also revoke API keys').uncheck();
    await getButton(own, 'Change password').click();
    await own.getByText('Password changed.').waitFor();
    const may = async (word: string) =>
      (
        await new Client(stage.server.url).post('/fetch_api_key', {
          username: stage.people.ben.email,
          password: word,
        })
      ).status;
    assert.deepEqual([await may(password), await may('a shed with a view')], [401, 200]);
    await done(
      stage.as('ben').patch('/settings', { old_password: 'a shed with a view', new_password: password }),
    );
  });

  sentence('The settings are found by a word, and the home view is set', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/settings');
    await getSettings(ada).getByLabel('Search settings').fill('home view');
    await getSettings(ada).getByRole('link', { name: 'Profile', exact: true }).waitFor({ state: 'detached' });
    await getSettings(ada).getByRole('link', { name: 'Preferences' }).first().click();
    await ada.getByLabel('Home view', { exact: true }).selectOption('Combined feed');
    await until('it is saved', async () => (await getSettings(ada).getByText('Saved').count()) > 0);
    const elsewhere = await stage.openPage('ada', '/');
    await getTitle(elsewhere).filter({ hasText: 'Combined feed' }).waitFor();
  });

  sentence(
    'An embedded bot is made of a program with its settings, which can be changed',
    async (_t, stage) => {
      const ada = await stage.openPage('ada', '/settings/bots');
      await getButton(ada, 'Create a bot').click();
      const form = getDialog(ada, 'Create a bot');
      await form.getByLabel('Type').selectOption('Embedded bot');
      await form.getByLabel('Program').selectOption('Poll: creates a poll from a question and options');
      await form.getByLabel('Options', { exact: true }).fill('Aye | Nay');
      await form.getByLabel('Name', { exact: true }).fill('Pollster');
      await form.getByLabel('Short name').fill('pollster');
      await form.getByRole('button', { name: 'Create a bot' }).click();
      await form.waitFor({ state: 'detached' });
      await stage.say('ben', 'ballot', '@**Pollster** Shall we?');
      const fetchPoll = async () => {
        const narrow = [{ operator: 'topic', operand: 'ballot' }];
        const range = { anchor: 'newest', num_before: 5, num_after: 0, narrow };
        const { messages } = await done(stage.as('ada').get('/messages', range));
        return JSON.stringify((messages as { submessages: unknown }[]).map(({ submessages }) => submessages));
      };
      await until('there is a poll', async () => (await fetchPoll()).includes('Shall we?'));
      assert.match(await fetchPoll(), /Aye/);
      await getButton(ada, 'Manage Pollster').click();
      const bot = getDialog(ada, 'Pollster');
      await bot.getByLabel('Options', { exact: true }).fill('Yes | No');
      await getButton(bot, 'Save').click();
      await until('it is saved', async () => {
        const { realm_bots: bots } = await done(
          stage.as('ada').post('/register', { fetch_event_types: ['realm_bot'] }),
        );
        return JSON.stringify(bots).includes('Yes | No');
      });
    },
  );

  sentence('The channel of an embedded bot is chosen from those that it can use', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/settings/bots');
    await getButton(ada, 'Create a bot').click();
    const form = getDialog(ada, 'Create a bot');
    await form.getByLabel('Type').selectOption('Embedded bot');
    await form.getByLabel('Program').selectOption('FAQ: answers questions from the topics of a channel');
    assert.equal(await form.getByLabel('Channel').inputValue(), 'faq');
    await form.getByText('faq (not available)').waitFor();
    await form.getByLabel('Channel').selectOption('weaving');
    await form.getByLabel('Name', { exact: true }).fill('Sage');
    await form.getByLabel('Short name').fill('sage');
    await form.getByRole('button', { name: 'Create a bot' }).click();
    await form.waitFor({ state: 'detached' });
    await getButton(ada, 'Manage Sage').click();
    assert.equal(await getDialog(ada, 'Sage').getByLabel('Channel', { exact: true }).inputValue(), 'weaving');
  });

  sentence('Bots get a name, an API key and a zuliprc file in the settings', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/settings/bots');
    await getButton(ada, 'Create a bot').click();
    const form = getDialog(ada, 'Create a bot');
    await form.getByLabel('Name', { exact: true }).fill('Shuttle');
    await form.getByLabel('Short name').fill('shuttle');
    await form.getByRole('button', { name: 'Create a bot' }).click();
    await form.waitFor({ state: 'detached' });
    await getButton(ada, 'Manage Shuttle').click();
    const bot = getDialog(ada, 'Shuttle');
    await getButton(bot, 'Show key').click();
    await getButton(bot, 'Copy key').click();
    await ada.getByText('Key copied').waitFor();
    const apiKey = await ada.evaluate<string>('navigator.clipboard.readText()');
    const download = ada.waitForEvent('download');
    await getButton(bot, 'Download as file').click();
    assert.equal((await download).suggestedFilename(), 'zuliprc');
    const lines = Object.fromEntries(
      [...(await (await download).text()).matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
    assert.equal(lines.key, apiKey);
    const program = new Client(String(lines.site), { email: String(lines.email), apiKey });
    await done(
      program.post('/messages', { type: 'direct', to: [stage.people.ada.id], content: 'Click clack.' }),
    );

    await getButton(bot, 'Generate new key').click();
    await getButton(getDialog(ada, 'Generate new key?'), 'Generate new key').click();
    await until('the old key is dead', async () => (await program.get('/users/me')).status === 401);
    await getButton(bot, 'Deactivate Shuttle').click();
    await getButton(getDialog(ada, 'Deactivate Shuttle?'), 'Deactivate Shuttle').click();
    await bot.waitFor({ state: 'detached' });
    await goTo(ada, '/organization/bots', 'Bots');
    await ada
      .getByRole('switch', { name: 'Show deactivated bots' })
      .or(ada.getByRole('checkbox', { name: 'Show deactivated bots' }))
      .click();
    await getButton(ada, 'Manage Shuttle').waitFor();
  });

  sentence(
    'A link to a call can be added to a message once the organization has a server for calls',
    async (_t, stage) => {
      const ben = await stage.openPage('ben', stage.topicPath('calls'));
      const tool = getButton(ben, 'Add a video call');
      await getCompose(ben).fill('Now?');
      await getButton(ben, 'Preview').waitFor();
      assert.equal(await tool.count(), 0);
      const calls = {
        video_chat_provider: 1,
        jitsi_server_url: JSON.stringify('https://calls.example.com/'),
      };
      await done(stage.as('ada').patch('/realm', calls));
      await tool.click();
      await until('it is in the text', async () =>
        /\[Join video call\]\(https:\/\/calls\.example\.com\/[0-9a-f]{32}\) $/.test(
          await getCompose(ben).inputValue(),
        ),
      );
    },
  );
});
