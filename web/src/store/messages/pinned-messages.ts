/** Messages that are pinned for everyone in their conversation, by ID. */
import type { EventOf } from '../../../../wire/events.ts';
import type { PinnedMessage } from '../../../../wire/pinned-messages.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';
import { byId } from '../base/objects.ts';

type PinnedMessages = Map<number, PinnedMessage>;

const pinsFromRegister = ({ heddle_pinned_messages: pins = [] }: RegisterResponse): PinnedMessages =>
  byId(pins, (pin) => pin.message_id);

function reducePins(
  { pinnedMessages: pins }: { pinnedMessages: PinnedMessages },
  event: EventOf<'heddle_pinned_messages'>,
): void {
  if (event.op === 'remove') for (const id of event.message_ids) pins.delete(id);
  // One that has moved comes again, with its new place.
  else for (const pin of event.pins) pins.set(pin.message_id, pin);
}

export const pinnedMessages = defineNoun({
  keys: ['heddle_pinned_messages'],
  state: { pinnedMessages: pinsFromRegister },
  reducers: { heddle_pinned_messages: reducePins },
});
