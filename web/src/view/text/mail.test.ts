import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import main from '../../text/main/en.json' with { type: 'json' };
import settings from '../../text/settings/en.json' with { type: 'json' };
import { pages } from '../settings/pages.ts';

/** Texts that speak of addresses or of emails from others, or that are shown only where emails are, or are not, sent. */
const promiseNothing = [
  'audit.job.email',
  'audit.property.enable_marketing_emails',
  'audit.property.realm_name_in_email_notifications_policy',
  'audit.value.can_change_user_emails',
  'bots.shortHint',
  'channels.email',
  'channels.emailHint',
  'channels.emailNone',
  'channels.emailShow',
  'directory.noneHint',
  'domains.hint',
  'domains.removeHint',
  'imports.withoutEmail',
  'mail.none',
  'organization.can_invite_users_group',
  'organization.disallow_disposable_email_addresses',
  'organization.email_changes_disabled',
  'organization.emails_restricted_to_domains',
  'organization.invite.emails',
  'organization.invite.noMail',
  'organization.users.linkSent',
  'profile.email',
  'quiet.hint',
  'settings.email',
  'settings.emailLocked',
  'settings.emailNoLink',
  'settings.email_address_visibility',
  'settings.passwordRevokeHint',
  'setup.mailHint',
  'signInProviders.emailAttribute',
  'signInProviders.ldapTrustEmail',
  'signInProviders.trustEmail',
  'whyNotified.emailRead',
];

/** Texts in tables; their screens say it beside them. */
const saidBeside: Readonly<Record<string, string>> = {
  'channels.email_notifications': 'ui/screens/channels/channel-detail.tsx',
  'settings.section.email': 'ui/screens/settings/base/sections.tsx',
  'settings.way.email': 'ui/screens/settings/account/notification-table.tsx',
  'signInRules.confirm_former_email': 'ui/screens/settings/sign-in/sign-in-rules.tsx',
  'whyNotified.emailSent': 'view/inbox/why-notified.ts',
  'whyNotified.emailWaiting': 'view/inbox/why-notified.ts',
};

const folder = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .map(read);

const ofSettings = new Set(
  pages.flatMap(({ sections }) =>
    sections.flatMap((section) =>
      section.settings.filter(({ needsMail }) => needsMail).flatMap(({ label, hint }) => [label, hint]),
    ),
  ),
);

test('Each text that promises an email says so where none is sent', () => {
  const words = /e-?mail|confirmation link/i;
  const texts = Object.entries({ ...main, ...settings }).filter(([, text]) => words.test(text));
  const known = new Set<string | undefined>([...promiseNothing, ...ofSettings, ...Object.keys(saidBeside)]);
  const others = texts.map(([key]) => key).filter((key) => !known.has(key));
  const careless = others.filter(
    (key) => !sources.some((text) => text.includes(`t('${key}'`) && text.includes('withMail(')),
  );
  assert.deepEqual(careless, []);
  assert.deepEqual(
    promiseNothing.filter((key) => !texts.some(([one]) => one === key)),
    [],
    'no such text',
  );
});

test('Screens with a text that promises an email in a table say beside it where none is sent', () => {
  for (const [key, path] of Object.entries(saidBeside))
    assert.match(read(path), /mailHint\(|withMail\(/, key);
});
