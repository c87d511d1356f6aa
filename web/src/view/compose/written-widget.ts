/** Which widget a message will be shown as, by the rules of the server. */
import { getWidget, type Widget } from '../../../../wire/widgets.ts';

const command = /^\/(poll|todo)(?=\s|$)(.*)/;
const bullet = /^[-*]\s*/;

/** Undefined for text without a widget. */
export function widgetWritten(text: string): Widget | undefined {
  const [first = '', ...lines] = text.trim().split(/\r\n?|\n/);
  const [, kind, title = ''] = command.exec(first) ?? [];
  if (kind === undefined) return undefined;
  const items = lines.map((line) => line.trim().replace(bullet, '')).filter((line) => line !== '');
  const data =
    kind === 'poll'
      ? { question: title.trim(), options: items }
      : { task_list_title: title.trim(), tasks: items.map(taskIn) };
  const content = JSON.stringify({ widget_type: kind, extra_data: data });
  const begun = { id: 0, message_id: 0, sender_id: 0, msg_type: 'widget', content };
  return getWidget({ sender_id: 0, submessages: [begun] }, 0);
}

/** `task: description` */
function taskIn(item: string): { task: string; desc: string } {
  const colon = item.indexOf(': ');
  if (colon < 0) return { task: item, desc: '' };
  return { task: item.slice(0, colon).trim(), desc: item.slice(colon + 2).trim() };
}
