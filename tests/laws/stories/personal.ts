/** Personal settings, of channels and topics too. */
import { groupId } from '../../support/change.ts';
import { say, sendDirect } from '../../support/talk.ts';
import type { Name, World } from '../../support/world.ts';
import { done, everyone, except, getId, type Act } from './act.ts';

const set = (world: World, who: Name, params: Record<string, unknown>) =>
  done(world.as(who).patch('/settings', params));

const topic = (world: World, who: Name, name: string, visibility_policy: number) =>
  done(
    world.as(who).post('/user_topics', { stream_id: world.channels.general, topic: name, visibility_policy }),
  );

const property = (world: World, who: Name, name: string, value: boolean | string) =>
  done(
    world.as(who).post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: world.channels.general, property: name, value }],
    }),
  );

const getLunch = (world: World) => ({ channel_id: world.channels.general, topic: 'lunch' });

export const personalSettings: readonly Act[] = [
  {
    name: 'A user pins a topic',
    act: (world) => done(world.as('dan').post('/heddle/pinned_topics', getLunch(world))),
    changes: ['dan'],
  },
  {
    name: 'A user unpins a topic',
    act: (world) => done(world.as('dan').delete('/heddle/pinned_topics', getLunch(world))),
    changes: ['dan'],
  },
  {
    name: 'A user pauses notifications and sets quiet hours',
    act: async (world) => {
      const [path, dan] = ['/heddle/do_not_disturb', world.as('dan')];
      await done(dan.patch(path, { quiet_hours: [{ days: [1, 2], from: 1320, to: 420 }] }));
      await done(dan.patch(path, { until: Math.floor(Date.now() / 1000) + 3600 }));
    },
    changes: everyone,
  },
  {
    name: 'An administrator lets members notify people who are not to be disturbed',
    act: async (world) => {
      const change = { new: await groupId(world, 'role:members') };
      await done(world.as('ada').patch('/realm', { heddle_can_override_do_not_disturb_group: change }));
    },
    changes: everyone,
  },
  {
    name: 'A user has another one notified of a message who is not to be disturbed',
    act: async (world) => {
      const id = await sendDirect(world, 'eve', ['dan'], 'It cannot wait');
      const user_ids = [getId(world, 'dan')];
      await done(world.as('eve').post(`/heddle/urgent_notifications/${id}`, { user_ids }));
    },
    changes: ['dan', 'eve'],
  },
  {
    name: 'A user takes quiet hours and the pause away',
    act: (world) => done(world.as('dan').patch('/heddle/do_not_disturb', { until: null, quiet_hours: [] })),
    changes: everyone,
  },
  {
    name: 'A user collapses two sections of the sidebar and expands one',
    act: async (world) => {
      const [path, dan] = ['/heddle/folded_sections', world.as('dan')];
      for (const section of ['direct', 'channels']) await done(dan.post(path, { section }));
      await done(dan.delete(path, { section: 'direct' }));
    },
    changes: ['dan'],
  },
  {
    name: 'A user changes display and notification settings',
    act: (world) => set(world, 'dan', { color_scheme: 2, enable_sounds: false, default_language: 'de' }),
    changes: ['dan'],
  },
  {
    name: 'A user changes their name',
    act: (world) => set(world, 'dan', { full_name: 'Daniel Ito' }),
    changes: everyone,
  },
  {
    name: 'A user changes their time zone',
    act: (world) => set(world, 'dan', { timezone: 'Asia/Tokyo' }),
    changes: everyone,
  },
  {
    name: 'A user shows their email address to administrators only',
    act: (world) => set(world, 'dan', { email_address_visibility: 3 }),
    changes: everyone,
  },
  {
    name: 'A user shows their email address to members',
    act: (world) => set(world, 'dan', { email_address_visibility: 2 }),
    changes: ['cleo', 'dan', 'eve', 'otto'],
  },
  {
    name: 'A user shows their email address to nobody',
    act: (world) => set(world, 'dan', { email_address_visibility: 4 }),
    changes: except('gus'),
  },
  {
    name: 'A user shows their email address to everyone',
    act: (world) => set(world, 'dan', { email_address_visibility: 1 }),
    changes: everyone,
  },
  {
    name: 'The default settings of new users are changed',
    act: (world) => done(world.as('ben').patch('/realm/user_settings_defaults', { web_home_view: 'recent' })),
    changes: everyone,
  },
];

export const personalChannels: readonly Act[] = [
  {
    name: 'A user changes the color, pin and notifications of a channel',
    act: async (world) => {
      await property(world, 'dan', 'color', '#abc');
      await property(world, 'dan', 'pin_to_top', true);
      await property(world, 'dan', 'push_notifications', true);
    },
    changes: ['dan'],
  },
  {
    name: 'A user mutes a channel',
    act: (world) => property(world, 'dan', 'is_muted', true),
    changes: ['dan'],
  },
];

export const personalTopics: readonly Act[] = [
  {
    name: 'A user starts a topic and follows it automatically',
    act: (world) => say(world, 'dan', 'general', 'lunch'),
    changes: everyone,
  },
  { name: 'A user mutes a topic', act: (world) => topic(world, 'eve', 'Lunch', 1), changes: ['eve'] },
  { name: 'A user follows a topic', act: (world) => topic(world, 'eve', 'lunch', 3), changes: ['eve'] },
  {
    name: 'A user unmutes the topic without a name',
    act: (world) => topic(world, 'gus', '', 2),
    changes: ['gus'],
  },
  {
    name: 'A user resets the notifications of a topic',
    act: (world) => topic(world, 'eve', 'lunch', 0),
    changes: ['eve'],
  },
  {
    name: 'A user is mentioned in a topic and follows it automatically',
    act: (world) => say(world, 'dan', 'general', 'lunch', 'soup, @**Eve Lindqvist**?'),
    changes: except('otto'),
  },
];

export const mutedPeople: readonly Act[] = [
  {
    name: 'A user gets messages of another user',
    act: async (world) => {
      await say(world, 'eve', 'general', 'noise', 'one');
      await sendDirect(world, 'eve', ['dan'], 'two');
    },
    changes: everyone,
  },
  {
    name: 'A user mutes another user',
    act: (world) => done(world.as('dan').post(`/users/me/muted_users/${getId(world, 'eve')}`)),
    changes: ['dan'],
  },
  {
    name: 'A muted user sends messages',
    act: (world) => say(world, 'eve', 'general', 'noise', 'three'),
    changes: except('otto'),
  },
  {
    name: 'A user unmutes another user',
    act: (world) => done(world.as('dan').delete(`/users/me/muted_users/${getId(world, 'eve')}`)),
    changes: ['dan'],
  },
];

export const alertWords: readonly Act[] = [
  {
    name: 'A user adds alert words',
    act: (world) => done(world.as('dan').post('/users/me/alert_words', { alert_words: ['soup', 'stew'] })),
    changes: ['dan'],
  },
  {
    name: 'A message contains an alert word',
    act: (world) => say(world, 'eve', 'general', 'lunch', 'There is soup.'),
    changes: everyone,
  },
  {
    name: 'A user removes alert words',
    act: (world) => done(world.as('dan').delete('/users/me/alert_words', { alert_words: ['Soup'] })),
    changes: ['dan'],
  },
  {
    name: 'A user dismisses an onboarding hint',
    act: (world) =>
      done(world.as('dan').post('/users/me/onboarding_steps', { onboarding_step: 'heddle_enter_sends' })),
    changes: ['dan'],
  },
];
