/** Times in the form of `<input type="datetime-local">`, in the browser's time zone. */

const two = (n: number): string => String(n).padStart(2, '0');

/** 2026-03-03T14:05 */
export function toLocalInput(seconds: number): string {
  const date = new Date(seconds * 1000);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Seconds since 1970; undefined for invalid input. */
export function fromLocalInput(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}
