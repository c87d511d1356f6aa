/** Messages that are a poll or a to-do list, and the submessage that makes clients show them as such. */

export interface Widget {
  type: 'poll' | 'todo';
  /** JSON content of the first submessage, whose `msg_type` is `widget`. */
  content: string;
}

interface Command {
  type: Widget['type'];
  title: string;
  items: string[];
}

const command = /^\/(poll|todo)(?=\s|$)(.*)/;
const bullet = /^[-*]\s*/;

function parse(source: string): Command | undefined {
  const [first = '', ...lines] = source.split(/\r\n?|\n/);
  const match = command.exec(first);
  if (!match) return undefined;
  const items = lines.map((line) => line.trim().replace(bullet, '')).filter((line) => line !== '');
  return { type: match[1] === 'poll' ? 'poll' : 'todo', title: (match[2] ?? '').trim(), items };
}

/** `task: description` */
function task(item: string): { task: string; desc: string } {
  const colon = item.indexOf(': ');
  if (colon < 0) return { task: item, desc: '' };
  return { task: item.slice(0, colon).trim(), desc: item.slice(colon + 2).trim() };
}

/**
 * The widget that a message starts, or undefined: `/poll question` or `/todo title`, then one option or task per
 * line, with or without bullets.
 */
export function widgetIn(source: string): Widget | undefined {
  const found = parse(source);
  if (!found) return undefined;
  const { type, title, items } = found;
  const data =
    type === 'poll'
      ? { question: title, options: items }
      : { task_list_title: title, tasks: items.map(task) };
  return { type, content: JSON.stringify({ widget_type: type, extra_data: data }) };
}
