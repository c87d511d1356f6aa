/** `<time:2024-03-07T15:00:00-08:00>`: a time that is shown in each reader's time zone. */
import type { StateInline } from 'markdown-it';
import { escapeText } from '../escape.ts';
import { pushHtml } from '../scope.ts';
import { parseMoment } from './moment.ts';

const syntax = /<time:([^>\n]{0,100})>/y;

function timeHtml(typed: string): string {
  const moment = parseMoment(typed);
  if (!moment) return escapeText(`<time:${typed}>`);
  const stamp = moment.toISOString().replace('.000Z', 'Z');
  return `<time datetime="${stamp}">${escapeText(typed)}</time>`;
}

export function time(state: StateInline, silent: boolean): boolean {
  syntax.lastIndex = state.pos;
  const match = syntax.exec(state.src);
  if (!match || state.pos + match[0].length > state.posMax) return false;
  if (!silent) pushHtml(state, timeHtml(match[1] ?? ''));
  state.pos += match[0].length;
  return true;
}
