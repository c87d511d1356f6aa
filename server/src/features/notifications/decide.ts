/** Whether and how one user is notified of one message. Pure, so that a decision can be explained afterwards. */
import type { NotificationObstacle, NotificationTrigger } from '../../../../wire/notifications.ts';
import { type User, userSetting } from '../../core/organization/index.ts';

/** A user's settings for one channel; null: the global setting applies. */
export interface ChannelChoices {
  email: boolean | null;
  push: boolean | null;
  desktop: boolean | null;
  sound: boolean | null;
  wildcards: boolean | null;
}

export interface Facts {
  user: User;
  isOwn: boolean;
  /** The user was a recipient when it was sent. */
  isReceived: boolean;
  isDirect: boolean;
  isMentioned: boolean;
  isTopicWildcard: boolean;
  isChannelWildcard: boolean;
  isSenderMuted: boolean;
  /** Sent by a system bot, whose messages are never emailed. */
  isNotice: boolean;
  /** It counts as read from the start. */
  isRead: boolean;
  /** The topic is muted, or the channel is muted and the topic neither unmuted nor followed. */
  isHidden: boolean;
  isFollowed: boolean;
  choices: ChannelChoices;
}

interface NotificationMethods {
  email: boolean;
  push: boolean;
  desktop: boolean;
  sound: boolean;
}

export interface Decision extends NotificationMethods {
  trigger: NotificationTrigger | null;
  obstacle: NotificationObstacle | null;
}

export const noChoices: ChannelChoices = {
  email: null,
  push: null,
  desktop: null,
  sound: null,
  wildcards: null,
};

const noWays: NotificationMethods = { email: false, push: false, desktop: false, sound: false };

export function decide(facts: Facts): Decision {
  const obstacle = personalObstacle(facts);
  if (obstacle) return { ...noWays, trigger: null, obstacle };
  let seen: NotificationTrigger | null = null;
  for (const trigger of getTriggers(facts)) {
    seen ??= trigger;
    const ways = waysFor(trigger, facts);
    if (facts.isNotice) ways.email = false;
    if (ways.email || ways.push || ways.desktop || ways.sound) return { ...ways, trigger, obstacle: null };
  }
  if (seen) return { ...noWays, trigger: seen, obstacle: 'turned_off' };
  return { ...noWays, trigger: null, obstacle: facts.isHidden ? 'muted_topic' : 'nothing_about_you' };
}

function personalObstacle({
  user,
  isOwn,
  isReceived,
  isSenderMuted,
  isRead,
}: Facts): NotificationObstacle | undefined {
  if (isOwn) return 'own_message';
  if (user.isBot) return 'bot';
  if (!user.isActive) return 'deactivated';
  if (!isReceived) return 'not_received';
  if (isSenderMuted) return 'muted_sender';
  return isRead ? 'counts_as_read' : undefined;
}

/** All reasons that apply, the strongest first. In muted conversations only mentions of the user count. */
function* getTriggers(facts: Facts): Generator<NotificationTrigger> {
  if (facts.isDirect) yield 'direct_message';
  if (facts.isMentioned) yield 'mention';
  if (facts.isHidden) return;
  if (facts.isTopicWildcard && receivesWildcards(facts)) yield 'topic_wildcard_mention';
  if (facts.isChannelWildcard && receivesWildcards(facts)) yield 'channel_wildcard_mention';
  if (facts.isFollowed) yield 'followed_topic';
  if (!facts.isDirect) yield 'channel';
}

function receivesWildcards({ user, isFollowed, choices }: Facts): boolean {
  if (isFollowed && userSetting(user, 'enable_followed_topic_wildcard_mentions_notify')) return true;
  return choices.wildcards ?? userSetting(user, 'wildcard_mentions_notify');
}

function waysFor(trigger: NotificationTrigger, { user, choices }: Facts): NotificationMethods {
  switch (trigger) {
    case 'channel':
      return {
        email: choices.email ?? userSetting(user, 'enable_stream_email_notifications'),
        push: choices.push ?? userSetting(user, 'enable_stream_push_notifications'),
        desktop: choices.desktop ?? userSetting(user, 'enable_stream_desktop_notifications'),
        sound: choices.sound ?? userSetting(user, 'enable_stream_audible_notifications'),
      };
    case 'followed_topic':
      return {
        email: userSetting(user, 'enable_followed_topic_email_notifications'),
        push: userSetting(user, 'enable_followed_topic_push_notifications'),
        desktop: userSetting(user, 'enable_followed_topic_desktop_notifications'),
        sound: userSetting(user, 'enable_followed_topic_audible_notifications'),
      };
    default:
      return {
        email: userSetting(user, 'enable_offline_email_notifications'),
        push: userSetting(user, 'enable_offline_push_notifications'),
        desktop: userSetting(user, 'enable_desktop_notifications'),
        sound: userSetting(user, 'enable_sounds'),
      };
  }
}
