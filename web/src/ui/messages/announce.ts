import type { Event } from '../../../../wire/events.ts';
import type { Client } from '../../client.ts';
import { matches } from '../../store/narrow.ts';
import { senderName } from '../../view/names.ts';
import { t } from '../../view/text.ts';
import { announce } from '../base/toast.tsx';
import { address } from '../page/location.ts';

/** Reads out who wrote in the conversation that is open. */
export function announceArrivals(client: Client, events: readonly Event[]): void {
  const here = address.peek();
  const state = client.live.peek();
  if (here.screen !== 'narrow') return;
  for (const event of events) {
    if (event.type !== 'message' || event.message.sender_id === state.own.user_id) continue;
    const message = state.messages.get(event.message.id);
    if (message === undefined || matches(here.narrow, message, state) !== true) continue;
    const name = senderName(client.live, message);
    announce(t('messages.arrived', { name }));
  }
}
