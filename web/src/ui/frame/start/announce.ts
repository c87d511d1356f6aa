import type { Event } from '../../../../../wire/events.ts';
import type { Message } from '../../../../../wire/messages.ts';
import type { Client } from '../../../connection/client.ts';
import type { State } from '../../../store/index.ts';
import { matches } from '../../../store/narrow/narrow.ts';
import { senderName } from '../../../view/narrow/names.ts';
import { joinNames } from '../../../view/text/list.ts';
import { t } from '../../../view/text/text.ts';
import { announce } from '../../kit/toasts/toast.tsx';
import { address } from '../../page/location.ts';

/** Announces the senders of new messages in the open conversation; those that arrive together are announced together. */
export function announceArrivals({ live }: Client, events: readonly Event[]): void {
  const came = arrivals(live.peek(), events);
  if (came.length === 0) return;
  const names = new Set(came.map((message) => senderName(live, message)));
  announce(t('messages.arrived', { count: came.length, names: joinNames([...names]) }));
}

function arrivals(state: State, events: readonly Event[]): Message[] {
  const here = address.peek();
  if (here.screen !== 'narrow') return [];
  const isOfInterest = ({ sender_id: sender }: Message): boolean =>
    sender !== state.own.user_id && !state.personal.mutedUsers.has(sender);
  return events
    .flatMap((event) => (event.type === 'message' ? (state.messages.get(event.message.id) ?? []) : []))
    .filter((message) => isOfInterest(message) && matches(here.narrow, message, state) === true);
}
