/** Says that the clock of the device is wrong. */
import { languageCode, t } from './text.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Less surprises nobody. */
const leastMs = 3 * minute;

/** @param ahead in milliseconds; undefined if it is nearly right */
export function describeWrongClock(ahead: number): string | undefined {
  const by = Math.abs(ahead);
  if (by < leastMs) return undefined;
  const time =
    by < 1.5 * hour
      ? inUnit(by / minute, 'minute')
      : by < 2 * day
        ? inUnit(by / hour, 'hour')
        : inUnit(by / day, 'day');
  return ahead > 0 ? t('later.clockFast', { time }) : t('later.clockSlow', { time });
}

const inUnit = (count: number, unit: 'minute' | 'hour' | 'day'): string =>
  new Intl.NumberFormat(languageCode(), { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.round(count),
  );
