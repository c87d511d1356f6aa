/**
 * What bounds the rows of each table, and where what it shows is checked. A new table does not compile without both. A new kind
 * of job without the latter fails a test.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { features } from '../../server/src/app/feature-list.ts';
import { emailJob } from '../../server/src/core/jobs/index.ts';
import { migrations } from '../../server/src/db/migrations/index.ts';
import { uncovered } from '../../server/src/db/row-sums/coverage.ts';
import { getTableStates } from '../../server/src/db/row-sums/triggers.ts';
import type { Schema } from '../../server/src/db/schema.ts';
import { type CreationLimitKey, creationLimits } from '../../wire/creation-limits.ts';

type Table = keyof Schema;

/** At most a fixed number of rows for each combination of rows of these tables, of which `organization` has only one. */
interface Of {
  of: readonly Table[];
}

/** No limit but the rate of requests, or the operator's decision: why that is enough. */
interface Growing {
  grows: string;
}

/** A file below `server/src`, and a name in it: what deletes old rows, or refuses more. */
type Place = readonly [file: string, name: string];

type Bound = CreationLimitKey | Of | Growing | Place;

const of = (...tables: readonly Table[]): Of => ({ of: tables });

/**
 * Where stored content is checked at the moment when it is shown; docs/architecture.md has the same places.
 * `nothing`: people write nothing in it. `own`: only the person who wrote it, or who administers it, sees it. `part`: it is read
 * with the row that it belongs to, or the check itself reads it. Otherwise a file and the function by which it checks.
 */
type Shown = 'nothing' | 'own' | 'part' | readonly Place[];

interface TableFacts {
  bounds: readonly [Bound, ...Bound[]];
  shown: Shown;
}

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

const tables: Readonly<Record<Table, TableFacts>> = {
  message: {
    bounds: [{ grows: 'History, by the rate of sending. Organizations may have it expire.' }],
    shown: [messages],
  },
  search_waiting: { bounds: [of('message')], shown: [messages] },
  search_word: { bounds: [of('message')], shown: 'nothing' },
  search_mark: { bounds: [of('organization')], shown: 'nothing' },
  search_rewrite: { bounds: [of('organization')], shown: 'nothing' },
  topic: { bounds: [of('message')], shown: 'part' },
  direct: { bounds: [of('message')], shown: 'nothing' },
  direct_member: { bounds: ['recipients.too-many', of('direct')], shown: 'nothing' },
  message_flag: {
    bounds: [of('message', 'person')],
    shown: [['features/message-flags/stars.ts', 'visibleRows']],
  },
  group_mention: { bounds: [of('message', 'user_group')], shown: 'nothing' },
  read_chunk: { bounds: [of('message', 'person')], shown: 'nothing' },
  send_key: { bounds: [['features/message-send/resend.ts', 'deleteOld']], shown: 'nothing' },
  reaction: { bounds: ['reactions.too-many', of('message', 'person')], shown: 'part' },
  message_pin: {
    bounds: ['messages.too-many-pins', of('message')],
    shown: [['features/pinned-messages/queries.ts', 'visibleRows']],
  },
  submessage: { bounds: ['widgets.full', of('message')], shown: 'part' },
  event_log: {
    bounds: [['core/log/log-rows.ts', "deleteFrom('event_log')"]],
    shown: [['core/events/queue.ts', 'recheckLater']],
  },
  event_queue: {
    bounds: [['features/events/queues.ts', 'queueLimits.perUser']],
    shown: [['core/events/queue.ts', 'recheckLater']],
  },
  job: { bounds: [['core/jobs/queue.ts', "deleteFrom('job')"]], shown: 'part' },
  scheduled_message: { bounds: ['scheduled.too-many'], shown: [scheduled, reminders] },
  draft: { bounds: ['drafts.too-many'], shown: 'own' },
  saved_snippet: { bounds: ['snippets.too-many'], shown: 'own' },
  missed_email: { bounds: [of('message', 'person')], shown: [emails] },
  notification_decision: {
    bounds: [['features/notifications/decision-rows.ts', 'deleteOldDecisions']],
    shown: [pushes, ['features/notifications/queries.ts', 'visibleRows']],
  },
  digest_email: { bounds: [of('person')], shown: [digests] },
  push_subscription: { bounds: [['features/push/subscriptions.ts', 'mostSubscriptions']], shown: 'own' },
  push_token: { bounds: [['features/devices/actions.ts', 'mostTokens']], shown: 'nothing' },
  client_device: { bounds: [['features/devices/actions.ts', 'mostDevices']], shown: 'own' },
  channel_email: {
    bounds: [of('channel', 'person')],
    shown: [['features/channel-email/receive.ts', 'channelForPosting']],
  },
  outgoing_delivery: {
    bounds: [['features/outgoing-webhooks/deliveries.ts', 'mostPerBot']],
    shown: [webhooks, ['features/outgoing-webhooks/deliveries.ts', 'botToAdminister']],
  },
  bot: { bounds: [of('person')], shown: 'own' },
  bot_storage: { bounds: ['bots.too-many-entries'], shown: 'own' },
  incoming_webhook: { bounds: [of('person')], shown: 'own' },
  slash_command: { bounds: ['slash-commands.too-many'], shown: 'part' },
  attachment: {
    bounds: [['features/uploads/jobs.ts', 'removeUnclaimed'], of('message')],
    shown: [files, links],
  },
  attachment_claim: { bounds: [of('attachment', 'message')], shown: [files] },
  upload_space: { bounds: [of('organization')], shown: 'nothing' },
  resumable_upload: { bounds: ['uploads.too-many-unfinished'], shown: 'own' },
  website_preview: {
    bounds: [['features/website-previews/previews.ts', 'deleteExpiredPreviews']],
    shown: [previews],
  },
  invitation: {
    bounds: [
      'invitations.too-many-links',
      ['features/invites/invite.ts', 'checkDailyLimit'],
      ['features/invites/sign-up.ts', 'deleteUnconfirmed'],
    ],
    shown: [['features/invites/accept.ts', 'currentGrant']],
  },
  organization_export: { bounds: ['exports.too-many'], shown: [exports] },
  import_request: { bounds: ['imports.too-many'], shown: 'own' },
  import_source: { bounds: [of('import_run')], shown: 'nothing' },
  import_run: { bounds: [{ grows: 'Imports of owners and of the operator.' }], shown: 'own' },
  import_item: { bounds: [{ grows: 'The content of imports.' }], shown: 'nothing' },
  import_change: { bounds: [of('message', 'import_run')], shown: 'nothing' },
  user_topic: {
    bounds: ['topics.too-many-policies', of('topic', 'person')],
    shown: [['features/user-topics/move.ts', 'knowersOfTopic']],
  },
  pinned_topic: {
    bounds: ['topics.too-many-pins'],
    shown: [['features/pinned-topics/index.ts', 'knowersOfTopic']],
  },
  navigation_view: { bounds: ['views.too-many'], shown: 'own' },
  folded_section: { bounds: [of('channel_folder', 'person')], shown: 'nothing' },
  alert_word: { bounds: ['users.too-many-alert-words'], shown: 'own' },
  muted_user: { bounds: [of('person')], shown: 'nothing' },
  onboarding_step: { bounds: [of('person')], shown: 'nothing' },
  edited_setting: { bounds: [of('person')], shown: 'nothing' },
  resting_permission: { bounds: [of('person', 'channel', 'user_group')], shown: 'nothing' },
  presence: { bounds: [of('person')], shown: 'nothing' },
  user_status: { bounds: [of('person')], shown: 'part' },
  do_not_disturb: { bounds: [of('person')], shown: 'nothing' },
  custom_emoji: { bounds: ['emoji.too-many'], shown: 'part' },
  picture: { bounds: [of('person', 'custom_emoji')], shown: 'part' },
  linkifier: { bounds: ['linkifiers.too-many'], shown: 'part' },
  playground: { bounds: ['playgrounds.too-many'], shown: 'part' },
  profile_field: { bounds: ['profile-fields.too-many', 'profile-fields.too-many-choices'], shown: 'part' },
  profile_value: { bounds: [of('person', 'profile_field')], shown: 'part' },
  organization: { bounds: [{ grows: 'The operator creates them.' }], shown: 'part' },
  person: {
    bounds: ['bots.too-many', { grows: 'Invitations, sign-in providers, SCIM and imports create accounts.' }],
    shown: 'part',
  },
  user_group: { bounds: ['groups.too-many'], shown: 'part' },
  group_member: { bounds: [of('user_group', 'person')], shown: 'nothing' },
  group_subgroup: { bounds: [of('user_group')], shown: 'nothing' },
  channel: { bounds: ['channels.too-many-in-request', 'channels.too-many-in-a-day'], shown: 'part' },
  channel_folder: { bounds: ['folders.too-many'], shown: 'part' },
  default_channel_group: { bounds: ['default-groups.too-many'], shown: 'part' },
  subscription: {
    bounds: ['subscriptions.too-many', 'subscriptions.too-many-of-all', of('channel', 'person')],
    shown: 'nothing',
  },
  membership: {
    bounds: [{ grows: 'A row for each time that a person joins: it says what they have received.' }],
    shown: 'nothing',
  },
  deactivation: { bounds: [of('person')], shown: 'nothing' },
  allowed_domain: { bounds: ['domains.too-many'], shown: 'part' },
  audit_entry: { bounds: [['features/audit-log/index.ts', 'deleteOldEntries']], shown: 'own' },
  node: { bounds: [{ grows: 'The operator starts them.' }], shown: 'nothing' },
  client_file: { bounds: [['db/client-files.ts', "deleteFrom('client_file')"]], shown: 'nothing' },
  lease: { bounds: [of('organization')], shown: 'nothing' },
  limited_use: { bounds: [['core/limits/shared-limit.ts', 'deleteExpiredUses']], shown: 'nothing' },
  server_fact: { bounds: [of('organization')], shown: 'nothing' },
  call_token: { bounds: [of('person')], shown: 'nothing' },
  known_device: { bounds: [['core/sessions/rows.ts', 'deleteOldDevices']], shown: 'nothing' },
  session: { bounds: [['core/sessions/rows.ts', 'mostSessions']], shown: 'nothing' },
  api_key: { bounds: ['api-keys.too-many'], shown: 'nothing' },
  external_identity: { bounds: [of('person')], shown: 'nothing' },
  account_link: { bounds: [['core/users/account-link.ts', "deleteFrom('account_link')"]], shown: 'nothing' },
  two_factor: { bounds: [of('person')], shown: 'nothing' },
  recovery_code: { bounds: [of('person')], shown: 'nothing' },
  passkey: { bounds: ['passkeys.too-many'], shown: 'nothing' },
  sign_in_policy: { bounds: [of('organization')], shown: 'nothing' },
  sign_in_provider: { bounds: ['sign-in-providers.too-many'], shown: 'nothing' },
  scim_token: { bounds: ['scim.too-many-tokens'], shown: 'nothing' },
  scim_resource: { bounds: [of('person', 'user_group')], shown: 'nothing' },
};

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

const has = (path: string, text: string): boolean =>
  existsSync(new URL(`../../${path}`, import.meta.url)) && read(path).includes(text);

const names = Object.keys(tables) as Table[];

const isPlace = (bound: Bound): bound is Place => Array.isArray(bound);

/** Whether a table's rows are bounded by others only, which are bounded by it. */
function isCircular(table: Table, above: readonly Table[] = []): boolean {
  if (above.includes(table)) return true;
  return tables[table].bounds.some(
    (bound) =>
      typeof bound === 'object' &&
      'of' in bound &&
      bound.of.some((one) => isCircular(one, [...above, table])),
  );
}

test('What bounds the rows of a table is in the code, or another table whose rows are bounded', () => {
  for (const table of names) {
    for (const [file, name] of tables[table].bounds.filter(isPlace)) {
      const path = `server/src/${file}`;
      assert.ok(has(path, name), `${table}: ${path} has no ${name}`);
    }
    assert.ok(!isCircular(table), `${table} is bounded by itself`);
  }
});

test('The rows of each table of the embedded database have hashes, or it says why not', () => {
  const file = new DatabaseSync(':memory:');
  for (const { statements } of migrations) for (const one of statements('sqlite')) file.exec(one);
  const covered = getTableStates((query) => file.prepare(query).all()).map(({ table }) => table);
  file.close();
  assert.deepEqual([...covered, ...Object.keys(uncovered)].sort(), names.toSorted());
});

test('Each limit on what people may make bounds the rows of a table', () => {
  const used = new Set<unknown>(names.flatMap((table) => tables[table].bounds));
  assert.deepEqual(
    Object.keys(creationLimits).filter((key) => !used.has(key)),
    [],
  );
});

test('Each kind of job declares where what it shows is checked', () => {
  const all = [
    emailJob,
    ...features.flatMap((feature): readonly { kind: string }[] => ('jobs' in feature ? feature.jobs : [])),
  ];
  assert.deepEqual(Object.keys(jobs).sort(), [...new Set(all.map(({ kind }) => kind))].sort());
});

test('What is stored and shown later is checked at the declared place, which is documented', () => {
  const documented = read('docs/architecture.md');
  const shown = [...names.map((name) => [name, tables[name].shown] as const), ...Object.entries(jobs)];
  for (const [name, places] of shown) {
    for (const [file, check] of typeof places === 'string' ? [] : places) {
      assert.ok(has(`server/src/${file}`, check), `${name}: ${file} does not call ${check}`);
      assert.ok(documented.includes(`\`${file}\``), `docs/architecture.md does not name ${file} (${name})`);
    }
  }
});
