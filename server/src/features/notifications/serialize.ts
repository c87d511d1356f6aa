import type { GetNotificationResponse } from '../../../../wire/notifications.ts';
import type { Decision } from './decide.ts';

type State = GetNotificationResponse['email_state'];

export const getExplanation = (
  { trigger, obstacle, email, push, desktop, sound }: Decision,
  email_state: State,
  changedAt: number | null,
): GetNotificationResponse => ({
  trigger,
  obstacle,
  email,
  push,
  desktop,
  sound,
  email_state,
  email_time: changedAt === null ? null : Math.floor(changedAt / 1000),
  explanation: sentence(trigger, obstacle, email_state),
});

const because: Readonly<Record<NonNullable<Decision['trigger']>, string>> = {
  direct_message: 'it was written to you',
  mention: 'it mentions you',
  topic_wildcard_mention: 'it mentions everyone in the topic',
  channel_wildcard_mention: 'it mentions everyone in the channel',
  followed_topic: 'you follow the topic',
  channel: 'you asked to be told of the channel',
};

const why: Readonly<Record<NonNullable<Decision['obstacle']>, string>> = {
  own_message: 'you wrote it yourself',
  not_received: 'you were not in the channel when it was written',
  bot: 'bots are not notified',
  deactivated: 'your account is deactivated',
  muted_sender: 'you have muted its sender',
  counts_as_read: 'notices that topics are resolved or not count as read, as you have set it',
  muted_topic: 'you have muted the topic or the channel, and it does not mention you',
  nothing_about_you: 'nothing in it concerns you, and you did not ask to be told of everything here',
  turned_off: 'you have turned off every way of telling you of such messages',
};

const afterwards: Readonly<Record<State, string>> = {
  none: '',
  waiting: ' An e-mail is sent unless you read it before.',
  sent: ' An e-mail was sent.',
  read_before: ' No e-mail was needed: it was read, or gone, before.',
};

function sentence(trigger: Decision['trigger'], obstacle: Decision['obstacle'], state: State): string {
  if (obstacle) return `You are not notified of this message: ${why[obstacle]}.${afterwards[state]}`;
  return `You are notified of this message: ${trigger ? because[trigger] : 'it concerns you'}.${afterwards[state]}`;
}
