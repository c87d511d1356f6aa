import type { Message } from '../../../../../wire/messages.ts';
import { togglePin } from '../../../actions/messages/pinned-messages.ts';
import type { Client } from '../../../connection/client.ts';
import { mayPin } from '../../../view/messages/pin-rights.ts';
import { report } from '../../kit/toasts/report.ts';

/** Pins a message for everyone, or takes the pin away, if the person may. */
export function togglePinned(client: Client, message: Message): void {
  if (mayPin(client.live.peek(), message)) void report(togglePin(client, message));
}
