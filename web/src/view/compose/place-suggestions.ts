/** Suggestions for the recipient of a message. */
import type { User } from '../../../../wire/users.ts';
import { oncePerLive, type Live } from '../../store/live.ts';
import { topicName } from '../narrow/names.ts';
import { fold, narrowingBy } from '../text/fold.ts';
import { t } from '../text/text.ts';
import { peopleByName } from '../people/people.ts';
import { channelsInOrder, fitting, getBest, type Suggestion } from './writing-suggestions.ts';

/** A channel, a topic or a person in a list. */
export type PlaceSuggestion<Value> = Omit<Suggestion, 'text'> & { value: Value };

export const suggestChannels = (live: Live, query: string): PlaceSuggestion<number>[] =>
  fitting(channelsInOrder(live), query, ({ name }) => [name]).map(({ id, name, description }) => ({
    key: String(id),
    label: name,
    hint: description,
    sign: { channelId: id },
    value: id,
  }));

/** The written topic, if the channel has no such topic and the person may start one, is last and marked as new. */
export function suggestTopics(
  live: Live,
  names: readonly string[],
  query: string,
  mayBegin: boolean,
): PlaceSuggestion<string>[] {
  const found = fitting(names, query, (name) => [topicName(live, name).name, name]).map((name) => ({
    key: `topic:${name}`,
    label: topicName(live, name).name,
    value: name,
  }));
  const wanted = query.trim();
  const isNew =
    mayBegin && wanted !== '' && !names.some((name) => name.toLowerCase() === wanted.toLowerCase());
  const own = { key: 'new', label: wanted, hint: t('compose.newTopic'), value: wanted };
  return isNew ? [...found, own] : found;
}

/** Those who can be recipients, with what they are found by, folded: once for all key presses. */
const recipients = oncePerLive((live): readonly Recipient[] =>
  peopleByName(live).map((user) => ({ user, names: [fold(user.full_name), fold(user.email)] })),
);

type Recipient = { user: User; names: readonly string[] };

/** Continues from the matches of the shorter text before. */
const findRecipients = narrowingBy<Recipient>((wanted) =>
  wanted === '' ? undefined : ({ names }) => getBest(names, wanted) !== undefined,
);

export const suggestPeople = (
  live: Live,
  query: string,
  without: readonly number[],
): PlaceSuggestion<number>[] =>
  fitting(
    findRecipients(recipients(live), fold(query)).filter(({ user }) => !without.includes(user.user_id)),
    query,
    ({ names }) => names,
  ).map(({ user: { user_id: id, full_name: name, email, is_bot: isBot } }) => ({
    key: String(id),
    label: name,
    hint: isBot ? t('compose.bot') : email,
    sign: { userId: id },
    value: id,
  }));
