/** What `/register` answers: the state that the events of the new queue change from then on. */
import { alertWordState } from './alert-words.ts';
import { botState } from './bots.ts';
import { channelState } from './channels.ts';
import { Exact, Nullable, optional, Type, type Static, type TObject } from './core.ts';
import { defaultChannelGroupState } from './default-channel-groups.ts';
import { deviceState } from './devices.ts';
import { domainState } from './domains.ts';
import { draftState } from './drafts.ts';
import { emojiState } from './emoji.ts';
import { folderState } from './folders.ts';
import { groupState } from './groups.ts';
import { linkifierState } from './linkifiers.ts';
import { messageFlagState } from './message-flags.ts';
import { messageState, GetMessagesAnswer } from './messages.ts';
import { mutedUserState } from './muted-users.ts';
import { navigationViewState } from './navigation-views.ts';
import { onboardingState } from './onboarding.ts';
import { presenceState } from './presence.ts';
import { profileFieldState } from './profile-fields.ts';
import { organizationState } from './register-organization.ts';
import { reminderState } from './reminders.ts';
import { savedSnippetState } from './saved-snippets.ts';
import { scheduledMessageState } from './scheduled-messages.ts';
import { settingState, legacySettingFields } from './settings.ts';
import { statusState } from './status.ts';
import { subscriptionState } from './subscriptions.ts';
import { defaultChannelState } from './update-channel.ts';
import { userTopicState } from './user-topics.ts';
import { userState } from './users.ts';

export const registerFields = {
  ...alertWordState,
  ...botState,
  ...channelState,
  ...defaultChannelGroupState,
  ...deviceState,
  ...domainState,
  ...draftState,
  ...emojiState,
  ...folderState,
  ...groupState,
  ...linkifierState,
  ...messageFlagState,
  ...messageState,
  ...mutedUserState,
  ...navigationViewState,
  ...onboardingState,
  ...presenceState,
  ...profileFieldState,
  ...reminderState,
  ...savedSnippetState,
  ...scheduledMessageState,
  ...settingState,
  ...statusState,
  ...subscriptionState,
  ...defaultChannelState,
  ...userTopicState,
  ...userState,
  ...organizationState,
};
/** What `fetch_event_types` may ask for. */
export type FetchKey = keyof typeof registerFields;
export const fetchKeys = Object.keys(registerFields).sort() as FetchKey[];

type Fields = typeof registerFields;
type Merged<U> = (U extends unknown ? (fields: U) => void : never) extends (fields: infer All) => void
  ? All
  : never;
type StateFields = Merged<Fields[FetchKey]>;

const stateFields = Object.assign({}, ...Object.values(registerFields)) as {
  [Field in keyof StateFields]: StateFields[Field];
};

const alwaysFields = {
  // null when only state was asked for.
  queue_id: Nullable(Type.String()),
  last_event_id: Type.Integer(),
  zulip_version: Type.String(),
  zulip_feature_level: Type.Integer(),
  zulip_merge_base: Type.String(),
  heddle_version: Type.String(),
  idle_queue_timeout_secs: Type.Integer(),
  // Ours: as of the queue's first position or later; absent where the narrow shows nothing to this reader.
  heddle_messages: Type.Optional(GetMessagesAnswer),
};

/** The state that one fetch key asks for: `RegisterState<'stream'>`. */
export type RegisterState<Key extends FetchKey> = Static<TObject<Fields[Key]>>;

/** POST /register. What is there beyond the queue follows `fetch_event_types`. */
export const RegisterAnswer = Exact({
  ...optional(stateFields),
  // For clients without the capability `user_settings_object`.
  ...optional(legacySettingFields),
  ...alwaysFields,
});
export type RegisterAnswer = Static<typeof RegisterAnswer>;
