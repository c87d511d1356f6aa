/** 0:42, or 1:02:03. */
export function toLength(seconds: number): string {
  const all = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const end = String(rest).padStart(2, '0');
  return hours === 0 ? `${minutes}:${end}` : `${hours}:${String(minutes).padStart(2, '0')}:${end}`;
}
