/** When people are not to be disturbed. */
import type { DoNotDisturb } from '../../../../wire/do-not-disturb.ts';
import type { EventOf } from '../../../../wire/events.ts';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { defineNoun } from '../base/noun.ts';
import { byId } from '../base/objects.ts';

/** Contains nobody who has set nothing. */
type QuietTimes = Map<number, DoNotDisturb>;

const quietFromRegister = ({ heddle_do_not_disturb: quiet = [] }: RegisterResponse): QuietTimes =>
  byId(quiet, (one) => one.user_id);

function reduceQuiet({ quiet }: { quiet: QuietTimes }, event: EventOf<'heddle_do_not_disturb'>): void {
  const { user_id, until, quiet_hours } = event;
  if (until === null && quiet_hours.length === 0) quiet.delete(user_id);
  else quiet.set(user_id, { user_id, until, quiet_hours });
}

export const doNotDisturb = defineNoun({
  keys: ['heddle_do_not_disturb'],
  state: { quiet: quietFromRegister },
  reducers: {
    heddle_do_not_disturb: reduceQuiet,
    // Shown at once, and nothing is stored.
    heddle_urgent_notification: () => undefined,
  },
});
