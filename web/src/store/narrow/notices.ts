/** Whether a new message causes a desktop notification or a sound. The server decides the same for phones. */
import { topicKey, topicPolicy } from '../../../../wire/topics.ts';
import type { Message } from '../../../../wire/messages.ts';
import type { PersonalSettings } from '../../../../wire/subscriptions.ts';
import type { State } from '../nouns.ts';

export type NoticeMethods = { isShown: boolean; isAudible: boolean };

type ChannelMessage = Message & { type: 'stream' };

/** All reasons are checked: if one is disabled, another may still apply. */
export function findNoticeMethods(state: State, message: Message): NoticeMethods {
  const reasons = isIgnored(state, message) ? [] : [...listReasons(state, message)];
  return { isShown: reasons.some((one) => one.isShown), isAudible: reasons.some((one) => one.isAudible) };
}

const isIgnored = ({ own, personal }: State, { sender_id, flags }: Message): boolean =>
  sender_id === own.user_id || flags.includes('read') || personal.mutedUsers.has(sender_id);

/** In muted conversations only mentions of the person count. */
function* listReasons(state: State, message: Message): Generator<NoticeMethods> {
  if (message.type === 'private' || message.flags.includes('mentioned')) yield getPersonalMethods(state);
  if (message.type === 'private') return;
  const channel = state.subscriptions.get(message.stream_id);
  const policy = getPolicy(state, message);
  if (
    channel === undefined ||
    policy === topicPolicy.muted ||
    (policy === topicPolicy.inherit && channel.is_muted)
  )
    return;
  const isFollowed = policy === topicPolicy.followed;
  if (message.flags.includes('has_alert_word')) yield getPersonalMethods(state);
  if (isWildcardMention(message) && receivesWildcards(state, channel, isFollowed))
    yield getPersonalMethods(state);
  if (isFollowed) yield getFollowedMethods(state);
  yield getChannelMethods(state, channel);
}

const getPolicy = ({ personal }: State, { stream_id, subject }: ChannelMessage): number =>
  personal.topics.get(stream_id)?.get(topicKey(subject))?.policy ?? topicPolicy.inherit;

const getPersonalMethods = ({ personal: { settings } }: State): NoticeMethods => ({
  isShown: settings.enable_desktop_notifications === true,
  isAudible: settings.enable_sounds === true,
});

const getFollowedMethods = ({ personal: { settings } }: State): NoticeMethods => ({
  isShown: settings.enable_followed_topic_desktop_notifications === true,
  isAudible: settings.enable_followed_topic_audible_notifications === true,
});

const getChannelMethods = ({ personal: { settings } }: State, channel: PersonalSettings): NoticeMethods => ({
  isShown: channel.desktop_notifications ?? settings.enable_stream_desktop_notifications === true,
  isAudible: channel.audible_notifications ?? settings.enable_stream_audible_notifications === true,
});

const isWildcardMention = ({ flags }: ChannelMessage): boolean =>
  flags.includes('stream_wildcard_mentioned') || flags.includes('topic_wildcard_mentioned');

function receivesWildcards(
  { personal: { settings } }: State,
  channel: PersonalSettings,
  isFollowed: boolean,
): boolean {
  if (isFollowed && settings.enable_followed_topic_wildcard_mentions_notify === true) return true;
  return channel.wildcard_mentions_notify ?? settings.wildcard_mentions_notify === true;
}
