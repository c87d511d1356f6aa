import { columnTypes, type Dialect } from '../sql.ts';
import { initialSchema } from './0001-initial.ts';
import { jobs } from './0002-jobs.ts';
import { navigationViews } from './0003-navigation-views.ts';
import { domains } from './0004-domains.ts';
import { folders } from './0005-folders.ts';
import { profileFields } from './0006-profile-fields.ts';
import { deactivations } from './0007-deactivations.ts';
import { reactions } from './0008-reactions.ts';
import { attachments } from './0009-attachments.ts';
import { invitations } from './0010-invitations.ts';
import { sessions } from './0011-sessions.ts';
import { personal } from './0012-personal.ts';
import { devices } from './0013-devices.ts';
import { search } from './0014-search.ts';
import { linkifiers } from './0015-linkifiers.ts';
import { later } from './0016-later.ts';
import { presence } from './0017-presence.ts';
import { notifications } from './0018-notifications.ts';
import { channels } from './0019-channels.ts';
import { topicList } from './0020-topic-list.ts';
import { bots } from './0021-bots.ts';
import { tusUploads } from './0022-resumable-uploads.ts';
import { pictures } from './0023-pictures.ts';
import { customEmoji } from './0024-emoji.ts';
import { logPlaces } from './0025-log-places.ts';
import { rareTraits } from './0026-rare-traits.ts';
import { quiet } from './0027-quiet.ts';
import { searchWaiting } from './0028-search-waiting.ts';
import { editedSettings } from './0029-edited-settings.ts';
import { restingPermissions } from './0030-resting-permissions.ts';
import { defaultChannelGroups } from './0031-default-channel-groups.ts';
import { sendDigests } from './0032-send-digests.ts';
import { unreadForSender } from './0033-unread-for-sender.ts';
import { externalSignIn } from './0034-external-sign-in.ts';
import { auditLog } from './0035-audit-log.ts';
import { websitePreviews } from './0036-website-previews.ts';
import { exports } from './0038-exports.ts';
import { incomingWebhooks } from './0037-incoming-webhooks.ts';
import { webhookSecrets } from './0039-webhook-secrets.ts';
import { twoFactor } from './0040-two-factor.ts';
import { digestEmails } from './0062-digest-emails.ts';
import { callTokens } from './0061-call-tokens.ts';
import { channelEmails } from './0054-channel-emails.ts';
import { mobilePush } from './0055-mobile-push.ts';
import { appTokens } from './0057-app-tokens.ts';
import { push } from './0051-push.ts';
import { pinnedTopics } from './0041-pinned-topics.ts';
import { passkeys } from './0042-passkeys.ts';
import { outgoingDeliveries } from './0043-outgoing-deliveries.ts';
import { slashCommands } from './0044-slash-commands.ts';
import { webhookTemplates } from './0045-webhook-templates.ts';
import { limitedUses } from './0046-limited-uses.ts';
import { schemaRange } from './0047-schema-range.ts';
import { apiKeys } from './0048-api-keys.ts';
import { importRequests } from './0058-import-requests.ts';
import { imports } from './0049-imports.ts';
import { signInRules } from './0050-sign-in-rules.ts';
import { scim } from './0052-scim.ts';
import { uploadParts } from './0053-upload-parts.ts';
import { signInProviders } from './0063-sign-in-providers.ts';
import { formerAddress } from './0064-former-address.ts';
import { importAttempts } from './0065-import-attempts.ts';
import { listedOrganizations } from './0066-listed-organizations.ts';
import { nodes } from './0043-nodes.ts';
import { rowSums } from './0076-row-sums.ts';

export interface Migration {
  name: string;
  statements: (dialect: Dialect) => string[];
  /**
   * Of one that changes or removes what others use: the migration that a version must know at least to run beside it. All
   * others only expand, so that any version may run beside them.
   */
  needs?: string;
}

/** In order; each runs in one transaction. A released migration is never changed. */
export const migrations: readonly Migration[] = [
  { name: '0001-ground', statements: initialSchema },
  { name: '0002-jobs', statements: jobs },
  { name: '0003-navigation-views', statements: navigationViews },
  { name: '0004-domains', statements: domains },
  { name: '0005-folders', statements: folders },
  { name: '0006-profile-fields', statements: profileFields },
  { name: '0007-deactivations', statements: deactivations },
  { name: '0008-reactions', statements: reactions },
  { name: '0009-attachments', statements: attachments },
  { name: '0010-invitations', statements: invitations },
  { name: '0011-sessions', statements: sessions },
  { name: '0012-personal', statements: personal },
  { name: '0013-devices', statements: devices },
  { name: '0014-search', statements: search },
  { name: '0015-linkifiers', statements: linkifiers },
  { name: '0016-later', statements: later },
  { name: '0017-presence', statements: presence },
  { name: '0018-notifications', statements: notifications },
  { name: '0019-channels', statements: channels },
  { name: '0020-topic-list', statements: topicList },
  { name: '0021-bots', statements: bots },
  { name: '0022-resumable-uploads', statements: tusUploads },
  { name: '0023-pictures', statements: pictures },
  { name: '0024-emoji', statements: customEmoji },
  { name: '0025-log-places', statements: logPlaces },
  { name: '0026-rare-traits', statements: rareTraits },
  { name: '0027-quiet', statements: quiet },
  { name: '0028-search-waiting', statements: searchWaiting },
  { name: '0029-edited-settings', statements: editedSettings },
  { name: '0030-resting-permissions', statements: restingPermissions },
  { name: '0031-default-channel-groups', statements: defaultChannelGroups },
  { name: '0032-send-digests', statements: sendDigests },
  { name: '0033-unread-for-sender', statements: unreadForSender },
  { name: '0034-external-sign-in', statements: externalSignIn },
  { name: '0035-audit-log', statements: auditLog },
  { name: '0036-website-previews', statements: websitePreviews },
  { name: '0037-incoming-webhooks', statements: incomingWebhooks },
  { name: '0038-exports', statements: exports },
  { name: '0039-webhook-secrets', statements: webhookSecrets },
  { name: '0040-two-factor', statements: twoFactor },
  { name: '0041-pinned-topics', statements: pinnedTopics },
  { name: '0042-passkeys', statements: passkeys },
  { name: '0043-outgoing-deliveries', statements: outgoingDeliveries },
  { name: '0044-slash-commands', statements: slashCommands },
  { name: '0045-webhook-templates', statements: webhookTemplates },
  { name: '0043-nodes', statements: nodes },
  { name: '0046-limited-uses', statements: limitedUses },
  // What came before does not know of ranges, and refuses every newer schema.
  { name: '0047-schema-range', statements: schemaRange, needs: '0047-schema-range' },
  { name: '0048-api-keys', statements: apiKeys },
  { name: '0049-imports', statements: imports },
  { name: '0050-sign-in-rules', statements: signInRules },
  { name: '0051-push', statements: push },
  { name: '0052-scim', statements: scim },
  { name: '0053-upload-parts', statements: uploadParts },
  { name: '0054-channel-emails', statements: channelEmails },
  { name: '0055-mobile-push', statements: mobilePush },
  {
    name: '0056-folded-sections',
    statements: (dialect) => [
      `CREATE TABLE folded_section (user_id ${columnTypes(dialect).int} NOT NULL, section text NOT NULL,
         PRIMARY KEY (user_id, section))`,
    ],
  },
  { name: '0057-app-tokens', statements: appTokens },
  { name: '0058-import-requests', statements: importRequests },
  { name: '0059-embedded-bots', statements: () => ['ALTER TABLE bot ADD COLUMN service_name text'] },
  { name: '0061-call-tokens', statements: callTokens },
  { name: '0062-digest-emails', statements: digestEmails },
  { name: '0063-sign-in-providers', statements: signInProviders },
  { name: '0064-former-address', statements: formerAddress },
  { name: '0065-import-attempts', statements: importAttempts },
  { name: '0066-listed-organizations', statements: listedOrganizations },
  {
    name: '0067-lookups',
    statements: () => [
      // The people of a conversation, and whose notifications a message has: otherwise each look-up reads all of these tables.
      'CREATE INDEX direct_member_direct ON direct_member (direct_id)',
      'CREATE INDEX notification_decision_message ON notification_decision (message_id) WHERE push_state IN (3, 4)',
    ],
  },
  { name: '0068-node-hosts', statements: () => ['ALTER TABLE node ADD COLUMN hosts text'] },
  {
    name: '0069-extra-emoji',
    // Which of the two types a reaction was made with was not stored; nearly all were made with this one.
    statements: () =>
      ['reaction', 'user_status'].map(
        (table) => `UPDATE ${table} SET kind = 'zulip_extra_emoji' WHERE kind = 'service_extra_emoji'`,
      ),
  },
  {
    name: '0070-reminder-targets',
    statements: () => [
      // The reminders of a message, asked for with each edit, move and deletion.
      `CREATE INDEX scheduled_message_target ON scheduled_message (target_message_id)
         WHERE target_message_id IS NOT NULL`,
    ],
  },
  {
    name: '0071-job-crashes',
    statements: (dialect) => [
      `ALTER TABLE job ADD COLUMN crashes ${columnTypes(dialect).int} NOT NULL DEFAULT 0`,
    ],
  },
  {
    name: '0072-former-members',
    statements: () => [
      // Who has left a channel since a message, asked for with each reaction to it.
      'CREATE INDEX membership_left ON membership (channel_id, to_message_id) WHERE to_message_id IS NOT NULL',
    ],
  },
  {
    name: '0073-search-rewrite',
    statements: (dialect) => [
      // What was indexed before has the words of the Markdown source.
      `CREATE TABLE search_rewrite (message_id ${columnTypes(dialect).int} PRIMARY KEY)`,
      'INSERT INTO search_rewrite (message_id) SELECT 0 WHERE EXISTS (SELECT 1 FROM search_mark)',
    ],
  },
  {
    name: '0074-event-ids',
    statements: (dialect) => [
      `ALTER TABLE event_log ADD COLUMN shift ${columnTypes(dialect).int} NOT NULL DEFAULT 0`,
      'ALTER TABLE organization ADD COLUMN log_shifts text',
    ],
  },
  {
    name: '0075-channel-creators',
    // Counted when a person creates another one.
    statements: () => ['CREATE INDEX channel_creator ON channel (creator_id, created_at)'],
  },
  {
    name: '0076-row-sums',
    // PostgreSQL has checksums of pages.
    statements: (dialect) => (dialect === 'sqlite' ? rowSums() : []),
  },
  {
    name: '0077-scheduled-by-key',
    statements: (dialect) => [`ALTER TABLE scheduled_message ADD COLUMN key_id ${columnTypes(dialect).int}`],
  },
];
