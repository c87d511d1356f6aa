/** Reads when messages were edited, and when they were moved. */
import { fieldsIn } from '../../../lib/objects.ts';
import type { MessageRecord } from '../records.ts';
import { number, text, type Row } from './tables.ts';

/** The last edit of any kind has a column; which kind it was is in the history only, the newest first. */
export function editTimes(row: Row): Pick<MessageRecord, 'editedAt' | 'movedAt'> {
  const last = number(row.last_edit_time);
  const moved = number(row.last_moved_time ?? row.last_move_time);
  const history = historyIn(row.edit_history);
  if (history.length === 0) return { ...timed('editedAt', last), ...timed('movedAt', moved) };
  const find = (names: readonly string[]) =>
    number(history.find((item) => names.some((name) => item[name] !== undefined))?.timestamp);
  return {
    ...timed('editedAt', find(['prev_content', 'prev_rendered_content'])),
    ...timed('movedAt', moved > 0 ? moved : find(['prev_topic', 'prev_subject', 'prev_stream'])),
  };
}

const timed = <Name extends string>(name: Name, seconds: number): Partial<Record<Name, number>> =>
  seconds > 0 ? ({ [name]: Math.floor(seconds * 1000) } as Partial<Record<Name, number>>) : {};

function historyIn(given: unknown): Readonly<Record<string, unknown>>[] {
  try {
    const items: unknown = typeof given === 'string' ? JSON.parse(text(given) || '[]') : given;
    return Array.isArray(items) ? items.map(fieldsIn) : [];
  } catch {
    return [];
  }
}
