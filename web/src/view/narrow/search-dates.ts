/** Dates in searches: days, months and years as people write them, in the time zone of the device. */

/** The first moment of a period, and the first one after it. */
type Period = { from: Date; until: Date };

const calendar = /^([1-9]\d{3})(?:-(\d\d?)(?:-(\d\d?))?)?$/;

/** `today`, `yesterday`, `2026`, `2026-11` or `2026-11-28`; undefined for anything else, and for days that do not exist. */
export function searchPeriod(text: string, now = new Date()): Period | undefined {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const word = text.trim().toLowerCase();
  if (word === 'today') return dayAt(year, month, day);
  if (word === 'yesterday') return dayAt(year, month, day - 1);
  const [, y, m, d] = calendar.exec(word) ?? [];
  if (y === undefined) return undefined;
  if (m === undefined) return { from: new Date(Number(y), 0), until: new Date(Number(y) + 1, 0) };
  const [inYear, inMonth] = [Number(y), Number(m) - 1];
  if (inMonth < 0 || inMonth > 11) return undefined;
  if (d === undefined) return { from: new Date(inYear, inMonth), until: new Date(inYear, inMonth + 1) };
  const period = dayAt(inYear, inMonth, Number(d));
  return period.from.getDate() === Number(d) ? period : undefined;
}

const dayAt = (year: number, month: number, day: number): Period => ({
  from: new Date(year, month, day),
  until: new Date(year, month, day + 1),
});

/** As the server takes it; what is no date is sent as it is, and the server refuses it. */
export function requestedPeriod(text: string): string {
  const period = searchPeriod(text);
  return period === undefined ? text : `${period.from.toISOString()}/${period.until.toISOString()}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Dates to choose from in a search: words, and months as they are written. */
export function suggestedDates(now = new Date()): string[] {
  const writeMonth = (back: number) => {
    const at = new Date(now.getFullYear(), now.getMonth() - back);
    return `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}`;
  };
  return ['today', 'yesterday', writeMonth(0), writeMonth(1)];
}
