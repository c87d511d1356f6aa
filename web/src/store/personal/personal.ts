/** The person's own settings, topic policies, muted users and alert words; and the defaults for new users. */
import { topicKey } from '../../../../wire/topics.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import type { UserSettings, UserSettingsDefaults } from '../../../../wire/settings.ts';
import { topicPolicy, type TopicPolicy } from '../../../../wire/topics.ts';
import { defineNoun } from '../base/noun.ts';

/** Inherited from the channel, like no entry. */

type UserTopic = { topic: string; policy: TopicPolicy; updated: number };

type Personal = {
  settings: Partial<UserSettings>;
  /** Defaults for new users of the organization. */
  settingDefaults: Partial<UserSettingsDefaults>;
  /** By channel, then by `topicKey`. */
  topics: Map<number, Map<string, UserTopic>>;
  /** User IDs, with the time of muting in seconds. */
  mutedUsers: Map<number, number>;
  alertWords: string[];
  /** Names of this client's own hints that are still to be shown. */
  hints: readonly string[];
  /** Collapsed sections of the sidebar. */
  foldedSections: ReadonlySet<string>;
};

type PersonalState = { personal: Personal };

function personalFromRegister(response: RegisterResponse): Personal {
  const personal: Personal = {
    settings: { ...response.user_settings },
    settingDefaults: { ...response.realm_user_settings_defaults },
    topics: new Map(),
    mutedUsers: new Map((response.muted_users ?? []).map(({ id, timestamp }) => [id, timestamp])),
    alertWords: [...(response.alert_words ?? [])],
    hints: response.heddle_hints ?? [],
    foldedSections: new Set(response.heddle_folded_sections),
  };
  for (const topic of response.user_topics ?? []) setTopic(personal, topic);
  return personal;
}

type TopicFields = Pick<
  EventOf<'user_topic'>,
  'stream_id' | 'topic_name' | 'last_updated' | 'visibility_policy'
>;

/** Removes channels that have become empty. */
function setTopic(personal: Personal, topic: TopicFields): void {
  const topics = personal.topics.get(topic.stream_id) ?? new Map<string, UserTopic>();
  const key = topicKey(topic.topic_name);
  if (topic.visibility_policy === topicPolicy.inherit) topics.delete(key);
  else
    topics.set(key, {
      topic: topic.topic_name,
      policy: topic.visibility_policy,
      updated: topic.last_updated,
    });
  if (topics.size === 0) personal.topics.delete(topic.stream_id);
  else personal.topics.set(topic.stream_id, topics);
}

function reduceUserTopics({ personal }: PersonalState, event: EventOf<'user_topic'>): void {
  setTopic(personal, event);
}

function reduceSettings({ personal }: PersonalState, event: EventOf<'user_settings'>): void {
  Object.assign(personal.settings, { [event.property]: event.value });
}

function reduceSettingDefaults(
  { personal }: PersonalState,
  event: EventOf<'realm_user_settings_defaults'>,
): void {
  Object.assign(personal.settingDefaults, { [event.property]: event.value });
}

function reduceMutedUsers({ personal }: PersonalState, event: EventOf<'muted_users'>): void {
  personal.mutedUsers = new Map(event.muted_users.map(({ id, timestamp }) => [id, timestamp]));
}

function reduceAlertWords({ personal }: PersonalState, event: EventOf<'alert_words'>): void {
  personal.alertWords = [...event.alert_words];
}

function reduceOnboarding({ personal }: PersonalState, event: EventOf<'onboarding_steps'>): void {
  personal.hints = event.heddle_hints;
}

function reduceFoldedSections({ personal }: PersonalState, event: EventOf<'heddle_folded_section'>): void {
  const next = new Set(personal.foldedSections);
  if (event.op === 'add') next.add(event.section);
  else next.delete(event.section);
  personal.foldedSections = next;
}

export const personal = defineNoun({
  keys: [
    'alert_words',
    'heddle_folded_section',
    'muted_users',
    'onboarding_steps',
    'realm_user_settings_defaults',
    'user_settings',
    'user_topic',
  ],
  state: { personal: personalFromRegister },
  reducers: {
    alert_words: reduceAlertWords,
    heddle_folded_section: reduceFoldedSections,
    muted_users: reduceMutedUsers,
    onboarding_steps: reduceOnboarding,
    realm_user_settings_defaults: reduceSettingDefaults,
    user_settings: reduceSettings,
    user_topic: reduceUserTopics,
  },
});
