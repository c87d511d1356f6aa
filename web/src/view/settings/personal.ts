/** What people set for themselves. */
import { personal, personalChoice, personalSwitch, type Section } from './setting.ts';

const asPx = [14, 15, 16, 18] as const;

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
      personalSwitch('twenty_four_hour_time'),
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
      personalSwitch('enter_sends', { hint: 'settings.enter_sends.hint' }),
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
    ],
  },
];

/** The rows of the table of notifications; undefined where a way does not apply by itself. */
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

export const notifications: readonly Section[] = [
  {
    title: 'settings.section.mentions',
    settings: [
      personalSwitch('wildcard_mentions_notify'),
      personalSwitch('enable_followed_topic_wildcard_mentions_notify'),
      personalSwitch('enable_online_push_notifications'),
      personalSwitch('pm_content_in_desktop_notifications'),
    ],
  },
  {
    title: 'settings.section.email',
    settings: [
      personalChoice('email_notifications_batching_period_seconds', [
        [30, 'settings.batching.30'],
        [120, 'settings.batching.120'],
        [600, 'settings.batching.600'],
        [3600, 'settings.batching.3600'],
      ]),
      personalSwitch('message_content_in_email_notifications'),
      personalSwitch('enable_login_emails'),
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
