import type { ComponentChildren } from 'preact';
import type { Message } from '../../../../../wire/messages.ts';
import type { PollChange, TodoChange } from '../../../../../wire/submessages.ts';
import { changeWidget } from '../../../actions/messages/widgets.ts';
import { getConversation } from '../../../store/narrow/narrow.ts';
import { getWidget, type Choices, type Widget, type TodoList } from '../../../../../wire/widgets.ts';
import { Button } from '../../kit/button.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { PollView } from './poll.tsx';
import { Pencil, Plus } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../../view/text/text.ts';
import { Checkbox } from '../../kit/field.tsx';
import { WidgetForm } from './widget-form.tsx';
import './widget.css';
import './todo.css';

export type WidgetProps<One extends Widget, Change> = {
  widget: One;
  /** The person is the author of the message. */
  isOwn: boolean;
  /** Votes and tasks can be changed. */
  isOpen: boolean;
  /** @returns the error text; with `toast`, it is also shown */
  change: (change: Change, ifFailed?: 'toast') => Promise<string | undefined>;
};

/** Shows a widget in place of the text, or the text if the data are not valid. */
export function MessageWidget({ message, text }: { message: Message; text: ComponentChildren }) {
  const { live } = useClient();
  const widget = getWidget(message, live.peek().own.user_id);
  return widget === undefined ? <>{text}</> : <WidgetView message={message} widget={widget} />;
}

function WidgetView({ message, widget }: { message: Message; widget: Widget }) {
  const client = useClient();
  const { live } = client;
  const { own } = live.peek();
  const place = getConversation(message, own.user_id);
  const channel = place.kind === 'topic' ? live.get('channels').get(place.channelId) : undefined;
  const change = async (one: PollChange | TodoChange, ifFailed?: 'toast') => {
    const failure = await changeWidget(client, message.id, one);
    const text = failure && failureText(failure);
    if (text !== undefined && ifFailed === 'toast') toast({ text, kind: 'error' });
    return text;
  };
  const common = { isOwn: message.sender_id === own.user_id, isOpen: channel?.is_archived !== true, change };
  if (widget.kind === 'poll') return <PollView widget={widget} {...common} />;
  if (widget.kind === 'todo') return <TodoView widget={widget} {...common} />;
  return (
    <ChoicesView
      choices={widget}
      isOpen={common.isOpen}
      onChoose={(reply) => client.outbox.add(place, reply, client.sync.queueId ?? '')}
    />
  );
}

/** A preview without interaction. */
export function PreviewedWidget({ widget }: { widget: Widget }) {
  const nothing = { isOwn: false, isOpen: false, change: () => Promise.resolve(undefined) };
  if (widget.kind === 'poll') return <PollView widget={widget} {...nothing} />;
  return widget.kind === 'todo' ? <TodoView widget={widget} {...nothing} /> : null;
}

type ChoicesProps = { choices: Choices; isOpen: boolean; onChoose: (reply: string) => void };

function ChoicesView({ choices: { heading, choices }, isOpen, onChoose }: ChoicesProps) {
  return (
    <section class="widget" aria-label={heading}>
      <p class="widget-title" dir="auto">
        {heading}
      </p>
      <ul class="widget-choices" role="list">
        {choices.map(({ name, text, reply }) => (
          <li key={reply} class="widget-choice">
            <Button disabled={!isOpen} onClick={() => onChoose(reply)}>
              {name || reply}
            </Button>
            <span class="widget-choice-text" dir="auto">
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TodoView({ widget: list, isOwn, isOpen, change }: WidgetProps<TodoList, TodoChange>) {
  const { tasks, nextIndex: key } = list;
  const addTask = (task = '', desc = '') => {
    if (tasks.some((one) => one.task === task)) return t('widgets.taskExists');
    return key === undefined ? undefined : change({ type: 'new_task', key, task, desc, completed: false });
  };
  // The checkbox keeps its state during the request; then the state of the server applies.
  const [ticked, setTicked] = useState<ReadonlyMap<string, boolean>>(new Map());
  useEffect(() => setTicked(new Map()), [JSON.stringify(tasks)]);
  const tick = async (one: string, isOn: boolean) => {
    setTicked((before) => new Map(before).set(one, isOn));
    if ((await change({ type: 'strike', key: one }, 'toast')) !== undefined) setTicked(new Map());
  };
  const done = tasks.filter(({ isDone }) => isDone).length;
  return (
    <section class="widget" aria-label={t('widgets.todo')}>
      <div class="widget-head">
        <p class="widget-title" dir="auto">
          {list.title || t('widgets.todo')}
        </p>
        {isOwn && isOpen && (
          <WidgetForm
            label={t('widgets.editTitle')}
            icon={Pencil}
            isSmall
            fields={[{ label: t('widgets.title'), value: list.title }]}
            button={t('common.save')}
            onSubmit={([title = '']) => change({ type: 'new_task_list_title', title })}
          />
        )}
      </div>
      <ul class="todo-tasks" role="list">
        {tasks.map(({ key: one, task, description, isDone }) => (
          <li key={one} class={isDone ? 'todo-done' : undefined} dir="auto">
            <Checkbox
              label={task}
              {...(description === '' ? {} : { hint: description })}
              isOn={ticked.get(one) ?? isDone}
              isDisabled={!isOpen}
              onChange={(isOn) => void tick(one, isOn)}
            />
          </li>
        ))}
      </ul>
      <div class="widget-foot">
        {isOpen && key !== undefined && (
          <WidgetForm
            label={t('widgets.addTask')}
            icon={Plus}
            fields={[{ label: t('widgets.task') }, { label: t('widgets.description'), isOptional: true }]}
            button={t('widgets.add')}
            isRepeated
            onSubmit={([task, description]) => addTask(task, description)}
          />
        )}
        {tasks.length > 0 && <p class="widget-meta">{t('widgets.done', { done, all: tasks.length })}</p>}
      </div>
    </section>
  );
}
