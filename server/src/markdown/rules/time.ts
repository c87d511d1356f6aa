/** `<time:2024-03-07T15:00:00-08:00>`: a moment that every reader sees in their own time zone. */
import type { StateInline } from 'markdown-it';
import { escapeAttribute, escapeText } from '../escape.ts';
import { pushHtml } from '../scope.ts';

const syntax = /<time:([^<>\n]{1,60})>/y;
const isoDate =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,6})?)?)?(?:(Z)|([+-]\d{2}):?(\d{2})?)?$/i;
const unixSeconds = /^\d{9,11}$/;

/** Undefined for what is no moment. Without an offset UTC is meant. */
function parseMoment(text: string): Date | undefined {
  if (unixSeconds.test(text)) return new Date(Number(text) * 1000);
  const match = isoDate.exec(text);
  if (!match) return undefined;
  const [, date, time = '00:00', seconds = ':00', , hours, minutes = '00'] = match;
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const moment = new Date(`${date}T${time}${seconds}${offset}`);
  return Number.isNaN(moment.getTime()) || !isRealDay(date ?? '') ? undefined : moment;
}

/** JavaScript takes 30 February for 1 March. */
function isRealDay(date: string): boolean {
  return new Date(`${date}T00:00Z`).toISOString().startsWith(date);
}

export function time(state: StateInline, silent: boolean): boolean {
  syntax.lastIndex = state.pos;
  const match = syntax.exec(state.src);
  if (!match || state.pos + match[0].length > state.posMax) return false;
  const typed = match[1] ?? '';
  const moment = parseMoment(typed.trim());
  if (!moment) return false;
  const stamp = moment.toISOString().replace('.000Z', 'Z');
  if (!/^\d{4}-/.test(stamp)) return false;
  if (!silent) pushHtml(state, `<time datetime="${escapeAttribute(stamp)}">${escapeText(typed)}</time>`);
  state.pos += match[0].length;
  return true;
}
