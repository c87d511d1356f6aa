/** The values of properties in the audit log as words: names for IDs, and what the settings show for each value. */
import type { AuditAction, AuditEntry } from '../../../../wire/audit-log.ts';
import type { AuditProperty, OwnAuditProperty } from '../../../../wire/audit-properties.ts';
import type { GroupSetting } from '../../../../wire/core.ts';
import type { ProviderSetting } from '../../../../wire/sign-in-providers.ts';
import type { Live } from '../../store/live.ts';
import { personName } from '../narrow/names.ts';
import { groupName, permissionText } from '../people/permission-choices.ts';
import { roleText } from '../people/profile.ts';
import { getClock } from '../preferences/preferences.ts';
import { joinNames } from '../text/list.ts';
import { t, type TextKey } from '../text/text.ts';
import { getFullTime } from '../text/times.ts';
import { auditedSetting, isAuditedPermission } from './audit-labels.ts';
import { botTypeText } from './bot-list.ts';
import { productNames } from './import-products.ts';
import { detailsText } from './field-data.ts';
import type { Setting } from './setting.ts';
import { kindNames } from './sign-in-providers.ts';
import { sizeText } from '../text/size.ts';
import { durationText, getOptions, noneValue, type Value } from './values.ts';

type Words = Readonly<Record<string | number, TextKey>>;

const yesOrNo: Words = { true: 'audit.yes', false: 'audit.no', on: 'audit.yes', off: 'audit.no' };

/** What people know of a job: several kinds serve one thing. */
export const jobWords: Words = {
  callWebhook: 'audit.job.bots',
  confirmEmail: 'audit.job.email',
  deleteExportFile: 'audit.job.files',
  deleteImportFile: 'audit.job.files',
  deleteSent: 'audit.job.messages',
  deliverScheduled: 'audit.job.scheduled',
  digest: 'audit.job.email',
  email: 'audit.job.email',
  emailChanged: 'audit.job.email',
  expireStatus: 'audit.job.status',
  makeExport: 'audit.job.export',
  makeThumbnails: 'audit.job.previews',
  missedMessages: 'audit.job.notifications',
  pushMissed: 'audit.job.notifications',
  pushToApps: 'audit.job.notifications',
  pushToSubscription: 'audit.job.notifications',
  pushUrgent: 'audit.job.notifications',
  registerPushToken: 'audit.job.notifications',
  removeFile: 'audit.job.files',
  removePicture: 'audit.job.files',
  removeUnclaimed: 'audit.job.files',
  removeUnfinished: 'audit.job.files',
  repeatWork: 'audit.job.repeated',
  resetPassword: 'audit.job.email',
  runBot: 'audit.job.bots',
  runImport: 'audit.job.import',
  sendMissedEmail: 'audit.job.email',
  sendMobilePush: 'audit.job.notifications',
  sendWebPush: 'audit.job.notifications',
  showThumbnails: 'audit.job.previews',
  showWebsitePreviews: 'audit.job.previews',
  tellMentioned: 'audit.job.notifications',
};

export const toolWords: Words = {
  add_reaction: 'audit.tool.add_reaction',
  get_message: 'audit.tool.get_message',
  list_channels: 'audit.tool.list_channels',
  list_topics: 'audit.tool.list_topics',
  list_users: 'audit.tool.list_users',
  read_direct_messages: 'audit.tool.read_direct_messages',
  read_topic: 'audit.tool.read_topic',
  remove_reaction: 'audit.tool.remove_reaction',
  search_messages: 'audit.tool.search_messages',
  send_direct_message: 'audit.tool.send_direct_message',
  send_message: 'audit.tool.send_message',
  who_am_i: 'audit.tool.who_am_i',
};

/** Words for each value of a property; of numbers and lists too. */
const words: Readonly<Partial<Record<OwnAuditProperty, Words>>> = {
  bot_type: botTypeText,
  by: {
    session: 'audit.value.session',
    api_key: 'settings.apiKey',
    link: 'fields.type.5',
    password: 'settings.password',
  },
  channel_id: { null: 'apiKeys.allChannels' },
  channels: { all: 'channels.all', public: 'exports.public', web_public: 'channels.web' },
  expires_at: { null: 'apiKeys.never' },
  export_type: { public: 'exports.public', full_with_consent: 'exports.consented', full: 'channels.all' },
  folder_id: { null: 'channels.noFolder' },
  grants: {
    can_create_users: 'audit.value.can_create_users',
    can_change_user_emails: 'audit.value.can_change_user_emails',
  },
  idle_minutes: { null: 'signInRules.twoWeeks' },
  kind: { email: 'settings.email', link: 'fields.type.5' },
  kinds: jobWords,
  message_retention_days: { [noneValue]: 'channels.retention.always', null: 'channels.retention.realm' },
  picture: {
    icon: 'organizationPicture.icon',
    logo: 'organizationPicture.logo',
    night_logo: 'organizationPicture.night_logo',
  },
  product: { csv: 'imports.csv' },
  role: roleText,
  scopes: {
    read: 'apiKeys.scope.read',
    send: 'apiKeys.scope.send',
    administer: 'apiKeys.scope.administer',
    full: 'apiKeys.scope.full',
    lasting_access: 'apiKeys.scope.lasting_access',
  },
  secret: { '(changed)': 'audit.value.changed' },
  session_hours: { null: 'signInRules.noLimit' },
  step: {
    upload: 'imports.upload',
    check: 'imports.check',
    import: 'imports.start',
    stop: 'imports.stop',
    undo: 'imports.undo',
    discard: 'imports.discard',
  },
  threads: { topic: 'imports.threadsTopic', join: 'imports.threadsJoin' },
  tool: toolWords,
  topic_names: { words: 'audit.no', date: 'audit.yes' },
  topics_policy: {
    inherit: 'channels.topics.inherit',
    allow_empty_topic: 'channels.topics.allow_empty_topic',
    disable_empty_topic: 'channels.topics.disable_empty_topic',
    empty_topic_only: 'channels.topics.empty_topic_only',
  },
  two_factor_required_from: { null: 'twoFactor.notRequired' },
  type: {
    1: 'fields.type.1',
    2: 'fields.type.2',
    3: 'fields.type.3',
    4: 'fields.type.4',
    5: 'fields.type.5',
    6: 'fields.type.6',
    7: 'fields.type.7',
    8: 'fields.type.8',
  },
  webhook_secret: { set: 'audit.value.set', removed: 'audit.value.removed' },
};

const ofProviders: Readonly<Partial<Record<ProviderSetting, Words>>> = {
  new_accounts: {
    invited: 'signInProviders.newInvited',
    on: 'signInProviders.newOn',
    off: 'signInProviders.newOff',
  },
  trust_email: { members: 'signInProviders.trustMembers', everyone: 'signInProviders.trustEveryone' },
};

/** Names that are the same in every language. */
const names: Readonly<Partial<Record<AuditProperty, Readonly<Record<string, string>>>>> = {
  default_avatar_source: { G: 'Gravatar', J: 'Jdenticon' },
  export_type: { html: 'HTML' },
  interface: { 1: 'JSON', 2: 'Slack' },
  kind: kindNames,
  product: productNames,
};

type Room = 'channel' | 'group' | 'folder' | 'person' | 'field' | 'linkifier';

/** What the IDs of a property stand for. */
const rooms: Readonly<Partial<Record<AuditProperty, Room>>> = {
  added_members: 'person',
  added_subgroups: 'group',
  channel_id: 'channel',
  channel_ids: 'channel',
  direct_subgroup_ids: 'group',
  events_channel_id: 'channel',
  folder_id: 'folder',
  group_ids: 'group',
  inviter_id: 'person',
  members: 'person',
  owner_id: 'person',
  profile_field_ids: 'field',
  removed_members: 'person',
  removed_subgroups: 'group',
  sender_id: 'person',
  sending_channel_id: 'channel',
  user_ids: 'person',
  zulip_update_announcements_stream_id: 'channel',
};

/** What the IDs of an order stand for. */
const ordered: Readonly<Partial<Record<AuditAction, Room>>> = {
  'channel_folder.reorder': 'folder',
  'linkifier.reorder': 'linkifier',
  'profile_field.reorder': 'field',
};

type Where = Pick<AuditEntry, 'action' | 'target'>;

export function auditValue(live: Live, value: unknown, name: string, where: Where): string {
  const setting = auditedSetting(name, where);
  const shown = setting && getSettingText(live, setting, value);
  if (shown !== undefined) return shown;
  // The undoing of an import counts them.
  if (name === 'members' && typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return getOne(live, value, name, where);
  const texts = value.map((one) => getOne(live, one, name, where));
  // Several kinds of jobs have the same words.
  return texts.length === 0 ? t('audit.nothing') : joinNames([...new Set(texts)]);
}

/** As the settings show it. */
function getSettingText(live: Live, setting: Setting, value: unknown): string | undefined {
  if (setting.kind === 'switch' && typeof value === 'boolean')
    return t(value === setting.isInverted ? 'audit.no' : 'audit.yes');
  const wanted = value ?? noneValue;
  return getOptions(live, setting, value as Value).find((option) => option.value === wanted)?.text;
}

function getOne(live: Live, value: unknown, name: string, where: Where): string {
  const key = findWord(value, name, where);
  if (key !== undefined) return t(key);
  if (value === null) return t('audit.notSet');
  if (value === '') return t('audit.empty');
  if (isPermission(name, value, where)) return permissionText(live, value);
  if (typeof value === 'number') return getNumberText(live, value, name, where);
  if (typeof value === 'string') return getStringText(live, value, name);
  return typeof value === 'object' ? getPairs(value) : JSON.stringify(value);
}

function getStringText(live: Live, value: string, name: string): string {
  if (name === 'made_at') return getTime(live, Date.parse(value) / 1000);
  if (name === 'field_data') return detailsText(value);
  return lookUp(names, name)?.[value] ?? value;
}

/** The list of a table of properties; undefined for one that it does not have. */
const lookUp = <T>(table: Readonly<Partial<Record<string, T>>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function findWord(value: unknown, name: string, { target: { type } }: Where): TextKey | undefined {
  if (value !== null && typeof value === 'object') return undefined;
  const ofProvider = type === 'sign_in_provider' ? lookUp(ofProviders, name) : undefined;
  const known = [ofProvider, lookUp(words, name)].flatMap((one) =>
    one ? lookUp(one, String(value)) : undefined,
  );
  const isSwitch = typeof value === 'boolean' || type === 'sign_in_provider';
  return known.find((one) => one !== undefined) ?? (isSwitch ? lookUp(yesOrNo, String(value)) : undefined);
}

const isPermission = (name: string, value: unknown, where: Where): value is GroupSetting =>
  typeof value === 'number'
    ? isAuditedPermission(name, where)
    : typeof value === 'object' && value !== null && 'direct_members' in value;

const hour = 3600;
const minute = 60;

function getNumberText(live: Live, value: number, name: string, { action, target: { type } }: Where): string {
  const room = name === 'order' ? ordered[action] : lookUp(rooms, name);
  if (room !== undefined) return getName(live, room, value);
  switch (name) {
    case 'session_hours':
      return durationText(value * hour);
    case 'idle_minutes':
      return durationText(value * minute);
    case 'message_retention_days':
      return durationText(value * 24 * hour);
    case 'expires_at':
      // Invitations have milliseconds.
      return getTime(live, type === 'invitation' ? value / 1000 : value);
    case 'two_factor_required_from':
      return getTime(live, value);
    case 'bytes':
      return sizeText(value);
    default:
      return lookUp(names, name)?.[value] ?? String(value);
  }
}

const getTime = (live: Live, seconds: number): string => getFullTime(seconds, getClock(live));

/** What has been deleted since, or cannot be seen, has its ID. */
function getName(live: Live, room: Room, id: number): string {
  switch (room) {
    case 'channel':
      return (
        live.get('channels').get(id)?.name ??
        (id < 0 ? t('organization.noChannel') : unknown('channel.unknown', id))
      );
    case 'group': {
      const group = live.get('groups').get(id);
      return group ? groupName(group) : unknown('groups.unknown', id);
    }
    case 'folder':
      return live.get('folders').get(id)?.name ?? String(id);
    case 'field':
      return live.get('profileFields').get(id)?.name ?? String(id);
    case 'linkifier':
      return live.get('linkifiers').find((one) => one.id === id)?.pattern ?? String(id);
    case 'person':
      return live.get('users').has(id) ? personName(live, id) : unknown('people.unknown', id);
  }
}

const unknown = (key: TextKey, id: number): string => `${t(key)} (${id})`;

/** A table, such as the groups of a sign-in provider, or details of a profile field. */
const getPairs = (value: object): string =>
  Object.entries(value)
    .map(([theirs, ours]) => `${theirs} = ${typeof ours === 'string' ? ours : JSON.stringify(ours)}`)
    .join(', ');
