/** Suggested times for reminders. */

export type RemindChoice = { key: 'soon' | 'hour' | 'afternoon' | 'tomorrow' | 'monday'; at: number };

const minute = 60_000;
const morning = 9;

/**
 * Future times, earliest first.
 * @param now milliseconds since 1970, like the results; days and mornings are those of this device
 */
export function remindChoices(now: number): RemindChoice[] {
  const at = (days: number, hour: number): number => {
    const date = new Date(now);
    date.setDate(date.getDate() + days);
    return date.setHours(hour, 0, 0, 0);
  };
  const toMonday = (8 - new Date(now).getDay()) % 7 || 7;
  const choices: RemindChoice[] = [
    { key: 'soon', at: now + 20 * minute },
    { key: 'hour', at: now + 60 * minute },
    { key: 'afternoon', at: now + 180 * minute },
    { key: 'tomorrow', at: at(1, morning) },
    { key: 'monday', at: at(toMonday, morning) },
  ];
  // On a Sunday, "tomorrow" and "Monday" are the same time.
  return choices.filter(({ at: time }, index) => choices.findIndex((each) => each.at === time) === index);
}

/** Value of a `datetime-local` field in the time zone of this device: `2026-03-01T09:30`. */
export function localInput(milliseconds: number): string {
  const date = new Date(milliseconds);
  return new Date(milliseconds - date.getTimezoneOffset() * minute).toISOString().slice(0, 16);
}
