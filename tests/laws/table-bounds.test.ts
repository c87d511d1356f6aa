/** What bounds the rows of each table is declared here: a new table does not compile without a declaration. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
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

const bounds = {
  message: [{ grows: 'History, by the rate of sending. Organizations may have it expire.' }],
  topic: [of('message')],
  search_waiting: [of('message')],
  search_word: [of('message')],
  search_mark: [of('organization')],
  search_rewrite: [of('organization')],
  direct: [of('message')],
  direct_member: ['recipients.too-many', of('direct')],
  message_flag: [of('message', 'person')],
  group_mention: [of('message', 'user_group')],
  read_chunk: [of('message', 'person')],
  send_key: [['features/message-send/resend.ts', 'deleteOld']],
  reaction: ['reactions.too-many', of('message', 'person')],
  message_pin: ['messages.too-many-pins', of('message')],
  submessage: ['widgets.full', of('message')],
  event_log: [['core/log/log-rows.ts', "deleteFrom('event_log')"]],
  event_queue: [['features/events/queues.ts', 'queueLimits.perUser']],
  job: [['core/jobs/queue.ts', "deleteFrom('job')"]],
  scheduled_message: ['scheduled.too-many'],
  draft: ['drafts.too-many'],
  saved_snippet: ['snippets.too-many'],
  missed_email: [of('message', 'person')],
  notification_decision: [['features/notifications/decision-rows.ts', 'deleteOldDecisions']],
  digest_email: [of('person')],
  push_subscription: [['features/push/subscriptions.ts', 'mostSubscriptions']],
  push_token: [['features/devices/tokens.ts', 'mostTokens']],
  client_device: [['features/devices/actions.ts', 'mostDevices']],
  channel_email: [of('channel', 'person')],
  outgoing_delivery: [['features/outgoing-webhooks/deliveries.ts', 'mostPerBot']],
  bot: [of('person')],
  bot_storage: ['bots.too-many-entries'],
  incoming_webhook: [of('person')],
  slash_command: ['slash-commands.too-many'],
  attachment: [['features/uploads/jobs.ts', 'removeUnclaimed'], of('message')],
  attachment_claim: [of('attachment', 'message')],
  upload_space: [of('organization')],
  resumable_upload: ['uploads.too-many-unfinished'],
  website_preview: [['features/website-previews/previews.ts', 'deleteExpiredPreviews']],
  invitation: [
    'invitations.too-many-links',
    ['features/invites/invite.ts', 'checkDailyLimit'],
    ['features/invites/sign-up.ts', 'deleteUnconfirmed'],
  ],
  organization_export: ['exports.too-many'],
  import_request: ['imports.too-many'],
  import_source: [of('import_run')],
  import_run: [{ grows: 'Imports of owners and of the operator.' }],
  import_item: [{ grows: 'The content of imports.' }],
  import_change: [of('message', 'import_run')],
  user_topic: ['topics.too-many-policies', of('topic', 'person')],
  pinned_topic: ['topics.too-many-pins'],
  navigation_view: ['views.too-many'],
  folded_section: [of('channel_folder', 'person')],
  alert_word: ['users.too-many-alert-words'],
  muted_user: [of('person')],
  onboarding_step: [of('person')],
  edited_setting: [of('person')],
  resting_permission: [of('person', 'channel', 'user_group')],
  presence: [of('person')],
  user_status: [of('person')],
  do_not_disturb: [of('person')],
  custom_emoji: ['emoji.too-many'],
  picture: [of('person', 'custom_emoji')],
  linkifier: ['linkifiers.too-many'],
  playground: ['playgrounds.too-many'],
  profile_field: ['profile-fields.too-many', 'profile-fields.too-many-choices'],
  profile_value: [of('person', 'profile_field')],
  organization: [{ grows: 'The operator creates them.' }],
  person: ['bots.too-many', { grows: 'Invitations, sign-in providers, SCIM and imports create accounts.' }],
  user_group: ['groups.too-many'],
  group_member: [of('user_group', 'person')],
  group_subgroup: [of('user_group')],
  channel: ['channels.too-many-in-request', 'channels.too-many-in-a-day'],
  channel_folder: ['folders.too-many'],
  default_channel_group: ['default-groups.too-many'],
  subscription: ['subscriptions.too-many', 'subscriptions.too-many-of-all', of('channel', 'person')],
  membership: [{ grows: 'A row for each time that a person joins: it says what they have received.' }],
  deactivation: [of('person')],
  allowed_domain: ['domains.too-many'],
  audit_entry: [['features/audit-log/index.ts', 'deleteOldEntries']],
  node: [{ grows: 'The operator starts them.' }],
  client_file: [['db/client-files.ts', "deleteFrom('client_file')"]],
  lease: [of('organization')],
  limited_use: [['core/limits/shared-limit.ts', 'deleteExpiredUses']],
  server_fact: [of('organization')],
  call_token: [of('person')],
  known_device: [['core/sessions/rows.ts', 'deleteOldDevices']],
  session: [['core/sessions/rows.ts', 'mostSessions']],
  api_key: ['api-keys.too-many'],
  external_identity: [of('person')],
  account_link: [['core/users/account-link.ts', "deleteFrom('account_link')"]],
  two_factor: [of('person')],
  recovery_code: [of('person')],
  passkey: ['passkeys.too-many'],
  sign_in_policy: [of('organization')],
  sign_in_provider: ['sign-in-providers.too-many'],
  scim_token: ['scim.too-many-tokens'],
  scim_resource: [of('person', 'user_group')],
} satisfies Record<Table, readonly [Bound, ...Bound[]]>;

const declared: Readonly<Record<Table, readonly Bound[]>> = bounds;
const tables = Object.keys(bounds) as Table[];

const isPlace = (bound: Bound): bound is Place => Array.isArray(bound);

/** Whether a table's rows are bounded by others only, which are bounded by it. */
function isCircular(table: Table, above: readonly Table[] = []): boolean {
  if (above.includes(table)) return true;
  return declared[table].some(
    (bound) =>
      typeof bound === 'object' &&
      'of' in bound &&
      bound.of.some((one) => isCircular(one, [...above, table])),
  );
}

test('What bounds the rows of a table is in the code, or another table whose rows are bounded', () => {
  for (const table of tables) {
    for (const [file, name] of declared[table].filter(isPlace)) {
      const url = new URL(`../../server/src/${file}`, import.meta.url);
      assert.ok(
        existsSync(url) && readFileSync(url, 'utf8').includes(name),
        `${table}: ${file} has no ${name}`,
      );
    }
    assert.ok(!isCircular(table), `${table} is bounded by itself`);
  }
});

test('Each limit on what people may make bounds the rows of a table', () => {
  const used = new Set<unknown>(tables.flatMap((table) => declared[table]));
  assert.deepEqual(
    Object.keys(creationLimits).filter((key) => !used.has(key)),
    [],
  );
});
