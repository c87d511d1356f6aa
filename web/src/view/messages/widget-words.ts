/** What is said of a message with a widget where the widget itself has no room. */
import type { Message } from '../../../../wire/messages.ts';
import { getWidget, type Widget } from '../../../../wire/widgets.ts';
import type { Live } from '../../store/live.ts';
import { t } from '../text/text.ts';

/** `Poll: question`; undefined for a message that is shown as text. */
export function describeWidget(widget: Widget | undefined): string | undefined {
  if (widget?.kind === 'poll')
    return widget.question === '' ? t('widgets.poll') : t('widgets.saidPoll', { title: widget.question });
  if (widget?.kind === 'todo')
    return widget.title === '' ? t('widgets.todo') : t('widgets.saidTodo', { title: widget.title });
  return widget === undefined || widget.heading === '' ? undefined : widget.heading;
}

/** The same for a message that is stored. */
export const describeWidgetIn = (live: Live, message: Message): string | undefined =>
  describeWidget(getWidget(message, live.peek().own.user_id));
