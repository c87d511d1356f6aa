/** What people do at random, as data: so that what goes wrong can be made smaller and shown. */
import fc, { type Arbitrary } from 'fast-check';
import { topicPolicy } from '../../wire/topics.ts';
import type { ChannelName } from '../support/cast.ts';
import { names, type Name } from '../support/world.ts';
import type { Kind, NoticePolicy } from './model.ts';
import { sentences } from './searches.ts';

/** Messages are named by numbers, counted around those that there are. */
type Nth = number;

export type Text =
  | { says: 'hello' | 'all' | 'topic' }
  | { says: 'mention'; whom: Name }
  | { says: 'words'; words: string };
type Mode = 'change_one' | 'change_later' | 'change_all';
/** By anyone, or by the one who sent the message. */
export type Actor = Name | 'sender';

export type Act =
  | { act: 'send'; who: Name; channel: ChannelName; topic: string; text: Text }
  | { act: 'send-direct'; who: Name; to: readonly Name[]; text: Text }
  | { act: 'edit'; who: Actor; nth: Nth; text: Text }
  | { act: 'delete'; who: Actor; nth: Nth }
  | { act: 'move'; who: Actor; nth: Nth; topic: string | null; channel: ChannelName | null; mode: Mode }
  | { act: 'resolve'; who: Actor; nth: Nth; mode: Mode }
  | { act: 'read' | 'unread' | 'star' | 'unstar'; who: Name; nths: readonly Nth[] }
  | { act: 'join' | 'leave'; who: Name; channel: ChannelName }
  | { act: 'subscribe-other'; who: Name; channel: ChannelName; whom: Name }
  | { act: 'set-kind'; who: Name; channel: ChannelName; kind: Kind }
  | { act: 'mute'; who: Name; channel: ChannelName; isMuted: boolean }
  | { act: 'set-topic-policy'; who: Name; channel: ChannelName; topic: string; policy: 0 | 1 | 2 | 3 }
  | { act: 'set-notice-policy'; who: Name; policy: NoticePolicy };

const who = fc.constantFrom(...names);
const actor: Arbitrary<Actor> = fc.oneof(fc.constant('sender' as const), who);
const channel = fc.constantFrom<ChannelName>('general', 'design', 'vault', 'lounge');
const topic = fc.constantFrom('plans', 'Plans', 'news', '');
const nth = fc.nat({ max: 60 });
const nths = fc.array(nth, { minLength: 1, maxLength: 5 });
const mode = fc.constantFrom<Mode>('change_one', 'change_later', 'change_all');
const text: Arbitrary<Text> = fc.oneof(
  fc.constantFrom<Text>({ says: 'hello' }, { says: 'all' }, { says: 'topic' }),
  fc.record({ says: fc.constant('mention' as const), whom: who }),
  fc.record({ says: fc.constant('words' as const), words: fc.constantFrom(...sentences) }),
);
const word = <const Word extends string>(...words: Word[]) => fc.constantFrom(...words);

const act: Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: word('send'), who, channel, topic, text }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: word('send-direct'),
      who,
      to: fc.uniqueArray(who, { minLength: 1, maxLength: 2 }),
      text,
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: word('edit'), who: actor, nth, text }) },
  { weight: 2, arbitrary: fc.record({ act: word('delete'), who: actor, nth }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: word('move'),
      who: actor,
      nth,
      topic: fc.option(topic),
      channel: fc.option(channel),
      mode,
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: word('resolve'), who: actor, nth, mode }) },
  { weight: 6, arbitrary: fc.record({ act: word('read', 'unread', 'star', 'unstar'), who, nths }) },
  { weight: 4, arbitrary: fc.record({ act: word('join', 'leave'), who, channel }) },
  { weight: 1, arbitrary: fc.record({ act: word('subscribe-other'), who, channel, whom: who }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: word('set-kind'),
      who,
      channel,
      kind: word('public', 'shared', 'protected'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: word('mute'), who, channel, isMuted: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: word('set-topic-policy'),
      who,
      channel,
      topic,
      policy: fc.constantFrom(...Object.values(topicPolicy)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: word('set-notice-policy'),
      who,
      policy: word('always', 'except_followed', 'never'),
    }),
  },
);

/** Each may turn out not to be needed for something to go wrong, which is how long sequences are made small. */
export const sequences: Arbitrary<Act[]> = fc
  .array(fc.option(act, { freq: 50 }), { minLength: 30, maxLength: 45, size: 'max' })
  .map((some) => some.filter((one) => one !== null));
