/** The words for the properties of entries in the audit log: where a setting has a label, that one. */
import type { AuditEntry } from '../../../../wire/audit-log.ts';
import type { AuditedSetting, OwnAuditProperty } from '../../../../wire/audit-properties.ts';
import type { ChannelPermission } from '../../../../wire/channels.ts';
import type { GroupPermission } from '../../../../wire/groups.ts';
import type { ProviderSetting } from '../../../../wire/sign-in-providers.ts';
import { channelPermissionsInOrder, groupPermissionsInOrder } from '../channels/new-permissions.ts';
import { t, type TextKey } from '../text/text.ts';
import { defaults, general, joining, messages, permissions } from './organization.ts';
import { notificationRows, ways } from './personal.ts';
import type { NamesUnder, Section, Setting } from './setting.ts';

const own: Readonly<Record<OwnAuditProperty, TextKey>> = {
  accounts: 'audit.property.accounts',
  added_members: 'audit.property.added_members',
  added_subgroups: 'audit.property.added_subgroups',
  allow_subdomains: 'domains.subdomains',
  alternative_url_templates: 'linkifiers.others',
  bot_type: 'bots.type',
  by: 'audit.property.by',
  bytes: 'audit.property.size',
  channel: 'compose.channel',
  channel_id: 'compose.channel',
  channel_ids: 'views.channels',
  channels: 'views.channels',
  confirm_former_email: 'signInRules.confirm_former_email',
  deactivated: 'profile.deactivated',
  delete_direct_messages: 'organization.users.delete_direct_messages',
  delete_private_channel_messages: 'organization.users.delete_private_channel_messages',
  delete_profile: 'organization.users.delete_profile',
  delete_public_channel_messages: 'organization.users.delete_public_channel_messages',
  deleted: 'audit.property.deleted',
  delivery_email: 'settings.email',
  description: 'organization.description',
  direct_messages: 'sidebar.direct',
  direct_subgroup_ids: 'groups.insideTitle',
  display_in_profile_summary: 'fields.inSummary',
  downloads: 'imports.downloads',
  editable_by_user: 'fields.editable',
  edits: 'audit.property.edits',
  emoji_name: 'organization.page.emoji',
  events_channel_id: 'bots.events',
  example_input: 'linkifiers.example',
  expires_at: 'audit.property.expires_at',
  export_type: 'exports.type',
  field_data: 'audit.property.field_data',
  file: 'audit.property.file',
  files: 'audit.property.files',
  folder_id: 'channels.folder',
  from: 'audit.property.origin',
  full_name: 'settings.fullName',
  grants: 'audit.property.grants',
  group_ids: 'groups.title',
  hint: 'fields.hintField',
  history_public_to_subscribers: 'audit.property.history_public_to_subscribers',
  id: 'signInProviders.slug',
  idle_minutes: 'signInRules.idle_minutes',
  interface: 'bots.format',
  inviter_id: 'audit.property.inviter_id',
  is_archived: 'channels.archived',
  is_custom: 'audit.property.is_custom',
  is_default: 'channels.isDefault',
  is_enabled: 'audit.property.is_enabled',
  is_private: 'audit.property.is_private',
  is_web_public: 'channels.web',
  issuer: 'signInProviders.issuer',
  jobs: 'audit.property.jobs',
  keep_roles: 'imports.keepRoles',
  kept: 'audit.property.kept',
  key: 'settings.apiKey',
  key_id: 'settings.apiKey',
  kind: 'fields.type',
  kinds: 'audit.property.kinds',
  language: 'playgrounds.language',
  ldap_entry: 'audit.property.ldap_entry',
  made_at: 'audit.property.made_at',
  max_errors: 'audit.property.max_errors',
  members: 'audit.property.members',
  message_id: 'audit.property.message_id',
  message_retention_days: 'organization.message_retention_days',
  messages: 'organization.page.messages',
  min_password_length: 'signInRules.min_password_length',
  moves: 'audit.property.moves',
  name: 'organization.name',
  notices: 'imports.notices',
  order: 'audit.property.order',
  origin: 'audit.property.origin',
  owner_id: 'bots.owner',
  pattern: 'linkifiers.pattern',
  payload_url: 'bots.url',
  people: 'organization.page.users',
  people_kept: 'audit.property.people_kept',
  picture: 'audit.property.picture',
  problems: 'audit.property.problems',
  product: 'imports.product',
  profile_field_ids: 'organization.page.fields',
  reactions: 'audit.property.reactions',
  removed_members: 'audit.property.removed_members',
  removed_subgroups: 'audit.property.removed_subgroups',
  required: 'fields.required',
  reverse_template: 'linkifiers.reverse',
  role: 'organization.users.role',
  run: 'audit.property.run',
  scopes: 'apiKeys.scopes',
  secret: 'audit.property.secret',
  secrets: 'audit.property.secrets',
  sender_id: 'audit.property.sender_id',
  sending_channel_id: 'bots.sending',
  service_name: 'bots.program',
  session_hours: 'signInRules.session_hours',
  sessions: 'audit.property.sessions',
  signed_out: 'audit.property.signed_out',
  source: 'audit.property.source',
  status_emoji: 'audit.property.status_emoji',
  status_text: 'audit.property.status_text',
  step: 'audit.property.step',
  threads: 'imports.threads',
  token: 'scim.name',
  tool: 'audit.property.tool',
  topic: 'compose.topic',
  topic_names: 'imports.dates',
  topics_policy: 'organization.topics_policy',
  two_factor_required_from: 'twoFactor.require',
  type: 'fields.type',
  url_template: 'linkifiers.template',
  use_for_user_matching: 'fields.matching',
  user_ids: 'organization.page.users',
  users: 'organization.page.users',
  webhook_secret: 'audit.property.webhook_secret',
  webhook_template: 'templates.title',
};

const ofProviders: Readonly<Record<ProviderSetting, TextKey>> = {
  algorithms: 'audit.property.algorithms',
  audience: 'signInProviders.audience',
  avatar_attribute: 'signInProviders.avatarAttribute',
  bind_dn: 'signInProviders.bindDn',
  ca_certificate: 'signInProviders.caCertificate',
  certificate: 'signInProviders.certificate',
  client_id: 'signInProviders.clientId',
  email_attribute: 'signInProviders.emailAttribute',
  entity_id: 'signInProviders.entityId',
  filter: 'signInProviders.filter',
  group_base: 'signInProviders.groupBase',
  groups: 'signInProviders.groups',
  groups_attribute: 'signInProviders.groupsAttribute',
  groups_claim: 'signInProviders.groupsClaim',
  id_attribute: 'audit.property.id_attribute',
  idp_initiated: 'signInProviders.idpInitiated',
  issuer: 'signInProviders.issuer',
  key_id: 'signInProviders.keyId',
  metadata_url: 'signInProviders.metadataUrl',
  name: 'signInProviders.displayName',
  name_attribute: 'signInProviders.nameAttribute',
  new_accounts: 'signInProviders.newAccounts',
  provider_sign_out: 'audit.property.provider_sign_out',
  public_key: 'signInProviders.publicKey',
  require_expiry: 'signInProviders.requireExpiry',
  roles: 'signInProviders.roles',
  scopes: 'apiKeys.scopes',
  search_base: 'signInProviders.searchBase',
  slo_url: 'signInProviders.sloUrl',
  start_tls: 'signInProviders.startTls',
  sync_hours: 'signInProviders.syncHours',
  team_id: 'signInProviders.teamId',
  tenant: 'signInProviders.tenant',
  trust_email: 'signInProviders.trustEmail',
  url: 'audit.property.url',
};

type Way = (typeof notificationRows)[number]['ways'][number];

/** Settings that no page of the settings has. */
const hidden: Readonly<
  Record<Exclude<AuditedSetting, NamesUnder<'organization'> | NamesUnder<'settings'> | Way>, TextKey>
> = {
  can_manage_billing_group: 'audit.property.can_manage_billing_group',
  default_avatar_source: 'audit.property.default_avatar_source',
  enable_marketing_emails: 'audit.property.enable_marketing_emails',
  left_side_userlist: 'audit.property.left_side_userlist',
  realm_name_in_email_notifications_policy: 'audit.property.realm_name_in_email_notifications_policy',
  require_e2ee_push_notifications: 'audit.property.require_e2ee_push_notifications',
  web_animate_image_previews: 'audit.property.web_animate_image_previews',
  web_suggest_update_timezone: 'audit.property.web_suggest_update_timezone',
  workplace_users_group: 'audit.property.workplace_users_group',
  zulip_update_announcements_stream_id: 'audit.property.zulip_update_announcements_stream_id',
};

const byName = (sections: readonly Section[]): ReadonlyMap<string, Setting> =>
  new Map(sections.flatMap(({ settings }) => settings.map((setting) => [setting.name, setting])));

const ofOrganization = byName([...general, ...joining, ...permissions, ...messages]);
const ofNewcomers = byName(defaults);

type Where = Pick<AuditEntry, 'action' | 'target'>;

/** The setting that a property is, with its kind of values. */
export function auditedSetting(name: string, { action }: Where): Setting | undefined {
  if (action === 'organization.update_user_defaults') return ofNewcomers.get(name);
  return action === 'organization.update' ? ofOrganization.get(name) : undefined;
}

/** A property that this version does not know, as of a newer server, has its name. */
export function auditLabel(name: string, where: Where): string {
  const setting = auditedSetting(name, where);
  if (setting !== undefined) return t(setting.label);
  const key = getPermissionLabel(name, where) ?? getListed(name, where);
  return key === undefined ? (getWayLabel(name) ?? name) : t(key);
}

function getPermissionLabel(name: string, { target: { type } }: Where): TextKey | undefined {
  if (type === 'channel' && isChannelPermission(name)) return `channels.${name}`;
  return type === 'group' && isGroupPermission(name) ? `groups.${name}` : undefined;
}

const isChannelPermission = (name: string): name is ChannelPermission =>
  channelPermissionsInOrder.some((one) => one === name);
const isGroupPermission = (name: string): name is GroupPermission =>
  groupPermissionsInOrder.some((one) => one === name);

/** Whether the values of a property are groups. */
export const isAuditedPermission = (name: string, where: Where): boolean =>
  auditedSetting(name, where)?.kind === 'permission' ||
  getPermissionLabel(name, where) !== undefined ||
  name === 'can_manage_billing_group' ||
  name === 'workplace_users_group';

function getListed(name: string, { target: { type } }: Where): TextKey | undefined {
  const lists: readonly Readonly<Record<string, TextKey>>[] =
    type === 'sign_in_provider' ? [ofProviders, own] : [own, hidden];
  return lists.find((list) => Object.hasOwn(list, name))?.[name];
}

/** A cell of the table of notifications: its row, and its way. */
function getWayLabel(name: string): string | undefined {
  for (const { label, ways: names } of notificationRows) {
    const way = ways[names.findIndex((one) => one === name)];
    if (way !== undefined) return `${t(label)}: ${t(way)}`;
  }
  return undefined;
}
