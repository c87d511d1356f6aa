/**
 * What is stored and shown later is declared here: each table and each kind of job, with the place where it is checked at
 * the moment when it is shown. docs/architecture.md has the same places. A new table does not compile without a
 * declaration, and a new kind of job fails the test.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { features } from '../../server/src/app/feature-list.ts';
import { emailJob } from '../../server/src/core/jobs/index.ts';
import type { Schema } from '../../server/src/db/schema.ts';

/**
 * `nothing`: nothing that people write. `own`: shown only to the person who wrote it, or who administers it.
 * `part`: read with the row that it belongs to, or it is what is checked itself. Otherwise the file below `server/src` that checks,
 * and the function by which it does.
 */
type Shown = 'nothing' | 'own' | 'part' | readonly (readonly [file: string, check: string])[];

const reminders = ['features/scheduled-messages/reminder-content.ts', 'quotableMessages'] as const;
const emails = ['features/notifications/send-missed.ts', 'getMissedMessages'] as const;
const pushes = ['features/push/deliver.ts', 'getMissedMessages'] as const;
const digests = ['features/digests/content.ts', 'visibleRows'] as const;
const webhooks = ['features/outgoing-webhooks/webhook.ts', 'quotableMessage'] as const;
const programs = ['features/embedded-bots/run.ts', 'quotableMessage'] as const;
const scheduled = ['features/message-send/send.ts', 'channelForPosting'] as const;
const files = ['features/uploads/access.ts', 'visibleTo'] as const;
const links = ['features/uploads/mount.ts', 'holderOfLink'] as const;
const messages = ['core/messages/visible.ts', 'reachIn'] as const;
const previews = ['features/message-edit/website-previews.ts', 'digest'] as const;
const exports = ['features/exports/mount.ts', 'administrator'] as const;

const tables = {
  message: [messages],
  search_waiting: [messages],
  search_word: 'nothing',
  search_mark: 'nothing',
  search_rewrite: 'nothing',
  topic: 'part',
  direct: 'nothing',
  direct_member: 'nothing',
  message_flag: [['features/message-flags/stars.ts', 'visibleRows']],
  group_mention: 'nothing',
  read_chunk: 'nothing',
  send_key: 'nothing',
  reaction: 'part',
  message_pin: [['features/pinned-messages/queries.ts', 'visibleRows']],
  submessage: 'part',
  event_log: [['core/events/queue.ts', 'recheckLater']],
  event_queue: [['core/events/queue.ts', 'recheckLater']],
  job: 'part',
  scheduled_message: [scheduled, reminders],
  draft: 'own',
  saved_snippet: 'own',
  missed_email: [emails],
  notification_decision: [pushes, ['features/notifications/queries.ts', 'visibleRows']],
  digest_email: [digests],
  push_subscription: 'own',
  push_token: 'nothing',
  client_device: 'own',
  channel_email: [['features/channel-email/receive.ts', 'channelForPosting']],
  outgoing_delivery: [webhooks, ['features/outgoing-webhooks/deliveries.ts', 'botToAdminister']],
  bot: 'own',
  bot_storage: 'own',
  incoming_webhook: 'own',
  slash_command: 'part',
  attachment: [files, links],
  attachment_claim: [files],
  upload_space: 'nothing',
  resumable_upload: 'own',
  website_preview: [previews],
  invitation: [['features/invites/accept.ts', 'currentGrant']],
  organization_export: [exports],
  import_request: 'own',
  import_source: 'nothing',
  import_run: 'own',
  import_item: 'nothing',
  import_change: 'nothing',
  user_topic: [['features/user-topics/move.ts', 'canReadChannel']],
  pinned_topic: [['features/pinned-topics/index.ts', 'canReadChannel']],
  navigation_view: 'own',
  folded_section: 'nothing',
  alert_word: 'own',
  muted_user: 'nothing',
  onboarding_step: 'nothing',
  edited_setting: 'nothing',
  resting_permission: 'nothing',
  presence: 'nothing',
  user_status: 'part',
  do_not_disturb: 'nothing',
  custom_emoji: 'part',
  picture: 'part',
  linkifier: 'part',
  playground: 'part',
  profile_field: 'part',
  profile_value: 'part',
  organization: 'part',
  person: 'part',
  user_group: 'part',
  group_member: 'nothing',
  group_subgroup: 'nothing',
  channel: 'part',
  channel_folder: 'part',
  default_channel_group: 'part',
  subscription: 'nothing',
  membership: 'nothing',
  deactivation: 'nothing',
  allowed_domain: 'part',
  audit_entry: 'own',
  node: 'nothing',
  client_file: 'nothing',
  lease: 'nothing',
  limited_use: 'nothing',
  server_fact: 'nothing',
  call_token: 'nothing',
  known_device: 'nothing',
  session: 'nothing',
  api_key: 'nothing',
  external_identity: 'nothing',
  account_link: 'nothing',
  two_factor: 'nothing',
  recovery_code: 'nothing',
  passkey: 'nothing',
  sign_in_policy: 'nothing',
  sign_in_provider: 'nothing',
  scim_token: 'nothing',
  scim_resource: 'nothing',
} satisfies Record<keyof Schema, Shown>;

const jobs: Readonly<Record<string, Shown>> = {
  // By its type, this job takes no email that quotes messages.
  email: [['lib/mail/email.ts', 'quotes?: never']],
  missedMessages: [emails],
  sendMissedEmail: [emails],
  expireStatus: 'nothing',
  pushMissed: [pushes],
  pushUrgent: [pushes],
  pushToSubscription: [pushes],
  sendWebPush: [pushes],
  pushToApps: [['features/mobile-push/deliver.ts', 'noticeToSend'], pushes],
  sendMobilePush: [['features/mobile-push/deliver.ts', 'noticeToSend'], pushes],
  digest: [digests],
  deliverScheduled: [scheduled, reminders],
  callWebhook: [webhooks],
  runBot: [programs],
  showWebsitePreviews: [previews],
  tellMentioned: [emails, pushes],
  makeExport: [exports],
  deleteExportFile: 'nothing',
  confirmEmail: 'nothing',
  emailChanged: 'nothing',
  resetPassword: 'nothing',
  removePicture: 'nothing',
  deleteSent: 'nothing',
  removeFile: 'nothing',
  removeUnclaimed: 'nothing',
  makeThumbnails: 'nothing',
  showThumbnails: 'nothing',
  removeUnfinished: 'nothing',
  registerPushToken: 'nothing',
  runImport: 'nothing',
  deleteImportFile: 'nothing',
};

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const places = (shown: Readonly<Record<string, Shown>>) =>
  Object.entries(shown).flatMap(([name, one]) =>
    typeof one === 'string' ? [] : one.map((place) => ({ name, place })),
  );

test('Each kind of job declares where what it shows is checked', () => {
  const all = [
    emailJob,
    ...features.flatMap((feature): readonly { kind: string }[] => ('jobs' in feature ? feature.jobs : [])),
  ];
  assert.deepEqual(Object.keys(jobs).sort(), [...new Set(all.map(({ kind }) => kind))].sort());
});

test('What is stored and shown later is checked at the declared place, which is documented', () => {
  const documented = read('docs/architecture.md');
  for (const { name, place } of places({ ...tables, ...jobs })) {
    const [file, check] = place;
    assert.ok(read(`server/src/${file}`).includes(check), `${name}: ${file} does not call ${check}`);
    assert.ok(documented.includes(`\`${file}\``), `docs/architecture.md does not name ${file} (${name})`);
  }
});
