/**
 * COMPAT(zulip-flutter): what the mobile app takes without question from the events that it knows. One key that is missing
 * or of another type, and it throws away all that it holds and registers again.
 */
import {
  channel,
  channelFolder,
  emoji,
  flag,
  groupSetting,
  message,
  mutedUser,
  profileField,
  reaction,
  snippet,
  status,
  subscription,
  user,
  userGroup,
  userTopic,
} from './app-shapes.ts';
import {
  also,
  byId,
  color,
  decided,
  decimal,
  getList,
  getMap,
  maybe,
  object,
  literal,
  text,
  whole,
  yesNo,
  type Shape,
} from './shape.ts';

const ids = getList(whole);
const value = (shape: Shape): Shape => object({ value: shape });

const channelValues = decided('property', {
  name: value(text),
  is_archived: value(yesNo),
  description: value(text),
  first_message_id: value(maybe(whole)),
  invite_only: value(yesNo),
  message_retention_days: value(maybe(whole)),
  topics_policy: value(text),
  stream_post_policy: value(literal(1, 2, 3, 4)),
  folder_id: value(maybe(whole)),
  can_add_subscribers_group: value(groupSetting),
  can_delete_any_message_group: value(groupSetting),
  can_delete_own_message_group: value(groupSetting),
  can_send_message_group: value(groupSetting),
  can_subscribe_group: value(groupSetting),
  is_recently_active: value(yesNo),
  stream_weekly_traffic: value(maybe(whole)),
});

const subscriptionValues = decided('property', {
  color: value(color),
  is_muted: value(yesNo),
  pin_to_top: value(yesNo),
  desktop_notifications: value(yesNo),
  audible_notifications: value(yesNo),
  push_notifications: value(yesNo),
  email_notifications: value(yesNo),
  wildcard_mentions_notify: value(yesNo),
});

const settingValues = decided('property', {
  twenty_four_hour_time: value(maybe(yesNo)),
  starred_message_counts: value(yesNo),
  display_emoji_reaction_users: value(yesNo),
  emojiset: value(text),
  web_inbox_show_channel_folders: value(yesNo),
  presence_enabled: value(yesNo),
});

const person = object({
  user_id: whole,
  full_name: maybe(text),
  avatar_url: maybe(text),
  avatar_version: maybe(whole),
  timezone: maybe(text),
  bot_owner_id: maybe(whole),
  role: maybe(whole),
  delivery_email: maybe(text),
  custom_profile_field: maybe(object({ id: whole, value: maybe(text), rendered_value: maybe(text) })),
  new_email: maybe(text),
  is_active: maybe(yesNo),
});

/** The channel and topic of a conversation in a channel, or one of the people of another. */
const place = (key: string, recipients: Shape): Shape =>
  decided(key, {
    stream: object({ stream_id: whole, topic: text }),
    private: recipients,
    direct: recipients,
  });
const placeType = literal('stream', 'private', 'direct');

/** How a message came to its new place is there when it has one, with where it was, and only then. */
const move: Shape = (event, at) => {
  const { propagate_mode: mode, new_stream_id, subject, stream_id, orig_subject } = event as Event;
  const isMoved =
    (new_stream_id !== undefined && new_stream_id !== stream_id) ||
    (subject !== undefined && subject !== orig_subject);
  if (!isMoved) return mode === undefined ? [] : [`${at} says how it was moved, and is not`];
  const moved = object({
    stream_id: whole,
    orig_subject: text,
    propagate_mode: literal('change_one', 'change_later', 'change_all'),
  });
  return moved(event, at);
};

type Event = Record<string, unknown>;

const topicEdit = { new_stream_id: maybe(whole), orig_subject: maybe(text), subject: maybe(text) };

/** By type and op; of all other events the app takes no notice. */
export const appEvents: Readonly<Record<string, Shape>> = {
  alert_words: object({ alert_words: getList(text) }),
  'channel_folder/add': object({ channel_folder: channelFolder }),
  'channel_folder/reorder': object({ order: ids }),
  'channel_folder/update': object({
    channel_folder_id: whole,
    data: object({
      name: maybe(text),
      description: maybe(text),
      rendered_description: maybe(text),
      is_archived: maybe(yesNo),
    }),
  }),
  custom_profile_fields: object({ fields: getList(profileField) }),
  delete_message: also(
    object({ message_ids: ids, message_type: placeType }),
    place('message_type', object({})),
  ),
  'device/add': object({ device_id: whole }),
  'device/remove': object({ device_id: whole }),
  'device/update': object({
    device_id: whole,
    push_key_id: maybe(whole),
    push_token_id: maybe(text),
    pending_push_token_id: maybe(text),
    push_token_last_updated_timestamp: maybe(whole),
    push_registration_error_code: maybe(text),
  }),
  heartbeat: object({}),
  message: object({ message, flags: getList(flag), local_message_id: maybe(text) }),
  muted_users: object({ muted_users: getList(mutedUser) }),
  presence: object({
    user_id: whole,
    server_timestamp: decimal,
    presence: getMap(
      object({ client: text, status: literal('active', 'idle'), timestamp: whole, pushable: yesNo }),
    ),
  }),
  'reaction/add': also(reaction, object({ message_id: whole })),
  'reaction/remove': also(reaction, object({ message_id: whole })),
  'realm_emoji/add': object({ emoji }),
  'realm_emoji/update_one': object({ emoji_id: text, data: object({ deactivated: maybe(yesNo) }) }),
  'realm_user/add': object({ person: user }),
  'realm_user/remove': object({ person: object({ user_id: whole }) }),
  'realm_user/update': object({ person }),
  'saved_snippets/add': object({ saved_snippet: snippet }),
  'saved_snippets/remove': object({ saved_snippet_id: whole }),
  'saved_snippets/update': object({ saved_snippet: snippet }),
  'stream/create': object({ streams: getList(channel) }),
  'stream/delete': object({ stream_ids: ids }),
  'stream/update': also(
    object({
      stream_id: whole,
      name: text,
      property: text,
      rendered_description: maybe(text),
      history_public_to_subscribers: maybe(yesNo),
      is_web_public: maybe(yesNo),
    }),
    channelValues,
  ),
  submessage: object({
    msg_type: text,
    content: text,
    message_id: whole,
    sender_id: whole,
    submessage_id: whole,
  }),
  'subscription/add': object({ subscriptions: getList(subscription) }),
  'subscription/peer_add': object({ stream_ids: ids, user_ids: ids }),
  'subscription/peer_remove': object({ stream_ids: ids, user_ids: ids }),
  'subscription/remove': object({ subscriptions: getList(object({ stream_id: whole })) }),
  'subscription/update': also(object({ stream_id: whole, property: text }), subscriptionValues),
  'typing/start': also(
    object({ message_type: placeType, sender: object({ user_id: whole }) }),
    place('message_type', object({ recipients: getList(object({ user_id: whole })) })),
  ),
  'typing/stop': also(
    object({ message_type: placeType, sender: object({ user_id: whole }) }),
    place('message_type', object({ recipients: getList(object({ user_id: whole })) })),
  ),
  update_message: also(
    object({
      user_id: maybe(whole),
      rendering_only: yesNo,
      message_id: whole,
      message_ids: ids,
      flags: getList(flag),
      edit_timestamp: whole,
      stream_id: maybe(whole),
      ...topicEdit,
      orig_content: maybe(text),
      orig_rendered_content: maybe(text),
      content: maybe(text),
      rendered_content: maybe(text),
      is_me_message: maybe(yesNo),
    }),
    move,
  ),
  'update_message_flags/add': object({ flag: text, messages: ids, all: yesNo }),
  'update_message_flags/remove': also(
    object({ flag: text, messages: ids }),
    decided('flag', {
      read: object({
        message_details: byId(
          also(
            object({ type: placeType, mentioned: maybe(yesNo) }),
            place('type', object({ user_ids: ids })),
          ),
        ),
      }),
    }),
  ),
  'user_group/add': object({ group: userGroup }),
  'user_group/add_members': object({ group_id: whole, user_ids: ids }),
  'user_group/add_subgroups': object({ group_id: whole, direct_subgroup_ids: ids }),
  'user_group/remove_members': object({ group_id: whole, user_ids: ids }),
  'user_group/remove_subgroups': object({ group_id: whole, direct_subgroup_ids: ids }),
  'user_group/update': object({
    group_id: whole,
    data: object({
      name: maybe(text),
      description: maybe(text),
      deactivated: maybe(yesNo),
    }),
  }),
  'user_settings/update': also(object({ property: text }), settingValues),
  user_status: also(object({ user_id: whole }), status),
  user_topic: userTopic,
};

/** `type/op`, or the type alone. */
export function kindOfEvent(event: Event): string {
  const { type, op = '' } = event as { type: string; op?: string };
  const kind = `${type}/${op}`;
  return kind in appEvents ? kind : type;
}
