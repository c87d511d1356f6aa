import { Pencil, Plus } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import type { TodoChange } from '../../../../../wire/submessages.ts';
import { t } from '../../../view/text/text.ts';
import type { TodoList } from '../../../../../wire/widgets.ts';
import { Checkbox } from '../../kit/field.tsx';
import './todo.css';
import { WidgetForm } from './widget-form.tsx';
import type { WidgetProps } from './widget.tsx';

export function TodoView({ widget: list, isOwn, isOpen, change }: WidgetProps<TodoList, TodoChange>) {
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
