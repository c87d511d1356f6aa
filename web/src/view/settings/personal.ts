/** Personal settings. */
import { languageCode } from '../text/text.ts';
import { countsToTwelve } from '../text/times.ts';
import { personal, personalChoice, personalSwitch, type Section } from './setting.ts';

const asPx = [14, 15, 16, 18] as const;

const counted = [
  [1, 'settings.counts.all'],
  [2, 'settings.counts.unmuted'],
  [3, 'settings.counts.none'],
] as const;

export const preferences: readonly Section[] = [
  {
    title: 'settings.section.look',
    settings: [
      personalChoice('color_scheme', [
        [1, 'settings.color_scheme.automatic'],
        [3, 'settings.color_scheme.light'],
        [2, 'settings.color_scheme.dark'],
      ]),
      personal('default_language', { kind: 'language' }),
      personalChoice(
        'web_font_size_px',
        asPx.map((px) => [px, `settings.web_font_size_px.${px}`]),
      ),
      personal('web_line_height_percent', { kind: 'number', least: 50, most: 400 }),
      personalSwitch('twenty_four_hour_time', { isNeeded: () => countsToTwelve(languageCode()) }),
      personalChoice('emojiset', [
        ['google', 'settings.emojiset.google'],
        ['twitter', 'settings.emojiset.twitter'],
        ['google-blob', 'settings.emojiset.blob'],
        ['text', 'settings.emojiset.text'],
      ]),
      personalSwitch('high_contrast_mode'),
      personalSwitch('fluid_layout_width'),
      personalChoice('user_list_style', [
        [1, 'settings.userList.compact'],
        [2, 'settings.userList.status'],
        [3, 'settings.userList.picture'],
      ]),
      personalSwitch('display_emoji_reaction_users'),
    ],
  },
  {
    title: 'settings.section.reading',
    settings: [
      personalChoice('web_home_view', [
        ['inbox', 'views.inbox'],
        ['recent', 'views.recent'],
        ['all_messages', 'views.feed'],
      ]),
      personalSwitch('web_escape_navigates_to_home_view'),
      personalChoice('web_channel_default_view', [
        [1, 'settings.channelView.topTopic'],
        [2, 'settings.channelView.feed'],
        [3, 'settings.channelView.topics'],
        [4, 'settings.channelView.topUnread'],
      ]),
      personalSwitch('enter_sends', { hint: 'settings.enter_sends.hint' }),
      personalSwitch('web_navigate_to_sent_message'),
      personalSwitch('translate_emoticons'),
      personalSwitch('hide_ai_features'),
      personalChoice('web_mark_read_on_scroll_policy', [
        [1, 'settings.markRead.always'],
        [2, 'settings.markRead.conversations'],
        [3, 'settings.markRead.never'],
      ]),
      personalSwitch('enable_drafts_synchronization', {
        hint: 'settings.enable_drafts_synchronization.hint',
      }),
    ],
  },
  {
    title: 'settings.section.channelList',
    settings: [
      personalChoice('web_stream_unreads_count_display_policy', counted),
      personalSwitch('web_left_sidebar_unreads_count_summary'),
      personalSwitch('web_left_sidebar_show_channel_folders'),
      personalSwitch('web_inbox_show_channel_folders'),
      personalChoice('demote_inactive_streams', [
        [1, 'settings.demote.automatic'],
        [2, 'settings.demote.always'],
        [3, 'settings.demote.never'],
      ]),
      personalSwitch('starred_message_counts'),
    ],
  },
  {
    title: 'settings.section.privacy',
    settings: [
      personalSwitch('presence_enabled', { hint: 'settings.presence_enabled.hint' }),
      personalSwitch('send_private_typing_notifications'),
      personalSwitch('send_stream_typing_notifications'),
      personalSwitch('receives_typing_notifications'),
      personalSwitch('send_read_receipts'),
      personalChoice('email_address_visibility', [
        [1, 'settings.email_address_visibility.everyone'],
        [2, 'settings.email_address_visibility.members'],
        [5, 'settings.email_address_visibility.moderators'],
        [3, 'settings.email_address_visibility.administrators'],
        [4, 'settings.email_address_visibility.nobody'],
      ]),
      personalSwitch('allow_private_data_export'),
    ],
  },
];

/** Rows of the notification table, with a setting for each way of notifying; undefined where a way has none. */
export const notificationRows = [
  {
    label: 'settings.kind.direct',
    ways: [
      'enable_desktop_notifications',
      'enable_sounds',
      'enable_offline_push_notifications',
      'enable_offline_email_notifications',
    ],
  },
  {
    label: 'settings.kind.channels',
    ways: [
      'enable_stream_desktop_notifications',
      'enable_stream_audible_notifications',
      'enable_stream_push_notifications',
      'enable_stream_email_notifications',
    ],
  },
  {
    label: 'settings.kind.followed',
    ways: [
      'enable_followed_topic_desktop_notifications',
      'enable_followed_topic_audible_notifications',
      'enable_followed_topic_push_notifications',
      'enable_followed_topic_email_notifications',
    ],
  },
] as const;

export const ways = [
  'settings.way.desktop',
  'settings.way.sound',
  'settings.way.push',
  'settings.way.email',
] as const;

const when = [
  [1, 'settings.policy.participate'],
  [2, 'settings.policy.send'],
  [3, 'settings.policy.initiate'],
  [4, 'settings.policy.never'],
] as const;

const byMail = { needsMail: true } as const;

const sounds = ['ding', 'chime', 'drop', 'knock', 'none'] as const;

export const notifications: readonly Section[] = [
  {
    title: 'settings.section.thisBrowser',
    settings: [
      personal('notification_sound', {
        kind: 'sound',
        choices: sounds.map((value) => ({ value, label: `settings.sound.${value}` })),
      }),
      personalChoice('desktop_icon_count_display', [
        [1, 'settings.iconCount.all'],
        [2, 'settings.iconCount.followed'],
        [3, 'settings.iconCount.mentions'],
        [4, 'settings.iconCount.none'],
      ]),
    ],
  },
  {
    title: 'settings.section.mentions',
    settings: [
      personalSwitch('wildcard_mentions_notify'),
      personalSwitch('enable_followed_topic_wildcard_mentions_notify'),
      personalSwitch('pm_content_in_desktop_notifications'),
      personalSwitch('enable_online_push_notifications'),
    ],
  },
  {
    title: 'settings.section.email',
    settings: [
      personalChoice(
        'email_notifications_batching_period_seconds',
        [
          [30, 'settings.batching.30'],
          [120, 'settings.batching.120'],
          [600, 'settings.batching.600'],
          [3600, 'settings.batching.3600'],
        ],
        byMail,
      ),
      personalSwitch('message_content_in_email_notifications', byMail),
      personalSwitch('enable_digest_emails', { hint: 'settings.enable_digest_emails.hint', needsMail: true }),
      personalSwitch('enable_login_emails', byMail),
    ],
  },
  {
    title: 'settings.section.topics',
    settings: [
      personalChoice('automatically_follow_topics_policy', when),
      personalChoice('automatically_unmute_topics_in_muted_streams_policy', when),
      personalSwitch('automatically_follow_topics_where_mentioned'),
      personalChoice('resolved_topic_notice_auto_read_policy', [
        ['always', 'settings.resolved.always'],
        ['except_followed', 'settings.resolved.exceptFollowed'],
        ['never', 'settings.resolved.never'],
      ]),
    ],
  },
];

/** Settings of one channel in the order of its row, with the defaults for all channels. */
export const channelWays = [
  ['desktop_notifications', notificationRows[1].ways[0], ways[0]],
  ['audible_notifications', notificationRows[1].ways[1], ways[1]],
  ['push_notifications', notificationRows[1].ways[2], ways[2]],
  ['email_notifications', notificationRows[1].ways[3], ways[3]],
  ['wildcard_mentions_notify', 'wildcard_mentions_notify', 'settings.way.wildcard'],
] as const;
