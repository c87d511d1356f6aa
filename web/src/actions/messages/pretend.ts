/** Shows what a person does before the server has confirmed it. */
import type { EventBody } from '../../../../wire/events.ts';
import type { Client } from '../../connection/client.ts';

type Flag = 'read' | 'starred' | 'collapsed';

/** Local events, applied as if they had been received; the real ones change nothing more. */
export function pretend(client: Client, event: EventBody): void {
  const events = [{ ...event, id: -1 }];
  client.live.apply(events);
  client.history.settle(events);
}

export function pretendFlag(client: Client, op: 'add' | 'remove', flag: Flag, messages: number[]): void {
  const common = { type: 'update_message_flags', flag, messages, all: false } as const;
  pretend(client, op === 'add' ? { ...common, op, operation: op } : { ...common, op, operation: op });
}
