/** Decisions about an organization, its people and groups, and personal settings. */
import { byOrganization, byPerson, keep, organizationId, references, type Decisions } from './decision.ts';
import {
  emojiCode,
  groupSetting,
  html,
  navigationFragment,
  organizationSettings,
  permissionPlace,
  permissions,
  profileType,
  profileValue,
  shownAddress,
  text,
} from './value-references.ts';

/** Rows that are private to one person. */
const own = { path: byPerson, limited: { own: 'user_id' } } as const;
const ofPerson = references('person');

/** Exports more than what all members can see only for people who consented. */
const hidden = (instead: string) => ({ hidden: instead });

export const peopleTables = {
  organization: {
    path: { column: 'id' },
    limited: 'all',
    columns: {
      id: organizationId,
      uuid: { map: (_, { place }) => place.uuid },
      name: { map: (_, { place }) => place.name },
      description: text,
      subdomain: { map: (_, { place }) => place.subdomain },
      created_at: keep,
      is_deactivated: keep,
      settings: organizationSettings,
      member_defaults: keep,
      // An import continues at the end of the log, so that the log positions of memberships stay valid.
      log_position: { map: (_, { place }) => place.position },
      // Nobody knows events of the organization at its new place.
      log_shifts: { map: () => null },
    },
  },
  person: {
    path: byOrganization,
    limited: 'all',
    person: 'id',
    columns: {
      id: ofPerson,
      org_id: organizationId,
      email: shownAddress,
      email_key: shownAddress,
      delivery_email: { ...shownAddress, ...hidden('email') },
      delivery_email_key: { ...shownAddress, ...hidden('email_key') },
      full_name: keep,
      role: keep,
      is_active: keep,
      is_bot: keep,
      bot_type: keep,
      bot_owner_id: ofPerson,
      is_system: keep,
      is_imported_stub: keep,
      is_deleted: keep,
      date_joined: keep,
      timezone: hidden("''"),
      avatar_source: keep,
      avatar_version: keep,
      // Moving an organization (by the operator) keeps passwords; downloads by administrators do not contain them.
      password_hash: { limit: () => null },
      must_change_password: keep,
      // An import creates new keys with the secrets of its server.
      api_key_hash: {
        // A different value in each row, since the column is unique.
        blank: "'none ' || id",
        map: (_, { credentials }, row) => credentials(Number(row('id'))).apiKeyHash,
      },
      api_key_box: {
        blank: "''",
        map: (_, { credentials }, row) => credentials(Number(row('id'))).apiKeyBox,
      },
      first_sign_in_at: keep,
      grants: { limit: () => '[]' },
      settings: hidden("'{}'"),
    },
  },
  user_group: {
    path: byOrganization,
    limited: 'all',
    columns: {
      id: references('user_group'),
      org_id: organizationId,
      name: keep,
      name_key: keep,
      description: text,
      is_system: keep,
      creator_id: ofPerson,
      created_at: keep,
      is_deactivated: keep,
      settings: permissions,
    },
  },
  group_member: {
    path: { column: 'group_id', through: 'user_group' },
    limited: 'all',
    columns: { group_id: references('user_group'), user_id: ofPerson },
  },
  group_subgroup: {
    path: { column: 'group_id', through: 'user_group' },
    limited: 'all',
    columns: { group_id: references('user_group'), subgroup_id: references('user_group') },
  },
  deactivation: { path: byPerson, limited: 'all', columns: { user_id: ofPerson, position: keep } },
  profile_field: {
    path: byOrganization,
    limited: 'all',
    columns: {
      id: references('profile_field'),
      org_id: organizationId,
      type: profileType,
      name: keep,
      name_key: keep,
      hint: keep,
      field_data: keep,
      sort_order: keep,
      is_required: keep,
      is_editable: keep,
      is_in_summary: keep,
      is_for_matching: keep,
    },
  },
  profile_value: {
    ...own,
    columns: {
      user_id: ofPerson,
      field_id: references('profile_field'),
      value: profileValue,
      rendered: html,
    },
  },
  user_status: {
    ...own,
    columns: {
      user_id: ofPerson,
      org_id: organizationId,
      status_text: keep,
      emoji_name: keep,
      emoji_code: emojiCode,
      kind: keep,
      expires_at: keep,
    },
  },
  do_not_disturb: {
    ...own,
    columns: { user_id: ofPerson, org_id: organizationId, until: keep, quiet_hours: keep },
  },
  presence: {
    ...own,
    columns: {
      user_id: ofPerson,
      org_id: organizationId,
      active_at: keep,
      connected_at: keep,
      update_id: keep,
    },
  },
  resting_permission: {
    path: byOrganization,
    limited: 'none',
    columns: {
      user_id: ofPerson,
      org_id: organizationId,
      place: keep,
      place_id: permissionPlace,
      name: keep,
      left_value: groupSetting,
    },
  },
  muted_user: { ...own, columns: { user_id: ofPerson, muted_id: ofPerson, muted_at: keep } },
  alert_word: { ...own, columns: { user_id: ofPerson, word_key: keep, word: keep } },
  onboarding_step: { ...own, columns: { user_id: ofPerson, name: keep, taken_at: keep } },
  edited_setting: { ...own, columns: { user_id: ofPerson, name: keep } },
  folded_section: {
    ...own,
    columns: {
      user_id: ofPerson,
      section: {
        map: (section, { ids }) =>
          String(section).replace(/(?<=^folder:)\d+$/, (id) => String(ids.get('channel_folder', Number(id)))),
      },
    },
  },
  navigation_view: {
    ...own,
    columns: { user_id: ofPerson, fragment: navigationFragment, is_pinned: keep, name: keep },
  },
  bot: {
    ...own,
    columns: {
      user_id: ofPerson,
      sending_channel_id: references('channel'),
      events_channel_id: references('channel'),
      hears_all_public: keep,
      payload_url: keep,
      interface: keep,
      // A secret between this server and a receiver; an import creates a new one.
      token: {
        blank: "CASE WHEN token IS NULL THEN NULL ELSE '' END",
        map: (token, { newToken }) => (token === null ? null : newToken()),
      },
      config: { limit: () => '{}' },
      service_name: keep,
    },
  },
  bot_storage: { ...own, columns: { user_id: ofPerson, entry_key: keep, value: keep } },
  incoming_webhook: {
    ...own,
    columns: {
      user_id: ofPerson,
      noticed_at: keep,
      // After an import, unsigned deliveries are refused until the secret is set again.
      secret_box: { blank: "CASE WHEN secret_box IS NULL THEN NULL ELSE '' END" },
      template_topic: keep,
      template_content: keep,
    },
  },
} as const satisfies Partial<Decisions>;
