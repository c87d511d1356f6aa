/** Who is not to be disturbed now, and how that is said. */
import { endOfQuiet, type Quiet } from '../../../../wire/quiet-hours.ts';
import type { Live } from '../../store/live.ts';
import { serverNow, serverSeconds } from '../../store/server-clock.ts';
import { getClock } from '../preferences/preferences.ts';
import { t } from '../text/text.ts';
import { getComingTime } from '../text/times.ts';

/** What the person has set. */
export const readQuiet = (live: Live, userId: number): Quiet =>
  live.get('quiet').get(userId) ?? { until: null, quiet_hours: [] };

/** Seconds since 1970; undefined for those who may be disturbed. */
export function quietEnd(live: Live, userId: number): number | undefined {
  const quiet = live.get('quiet').get(userId);
  if (quiet === undefined) return undefined;
  const timeZone = live.get('users').get(userId)?.timezone ?? '';
  const end = endOfQuiet(quiet, timeZone, serverNow(live));
  return end === undefined ? undefined : end / 1000;
}

/** "Do not disturb until 14:05" */
export function quietText(live: Live, userId: number): string | undefined {
  const end = quietEnd(live, userId);
  if (end === undefined) return undefined;
  return t('quiet.until', { time: getComingTime(end, serverSeconds(live), getClock(live)) });
}

/** As in a field for times: 22:00 */
export const timeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Undefined for what is no time. */
export function toMinutes(text: string): number | undefined {
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
}
