import { ListTodo, Vote } from 'lucide-preact';
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../view/text/text.ts';
import { pollText, todoText } from '../../../view/messages/written-widgets.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Menu } from '../../kit/overlays/menu.tsx';
import './widget-dialogs.css';

/** Creates a poll or to-do list from an empty message. */
export function WidgetTool({ isEmpty, onInsert }: { isEmpty: boolean; onInsert: (text: string) => void }) {
  const [menu, setMenu] = useState<Element | null>(null);
  const [dialog, setDialog] = useState<'poll' | 'todo'>();
  const close = () => setDialog(undefined);
  const insert = (text: string) => {
    close();
    onInsert(text);
  };
  return (
    <>
      <IconButton
        label={t(isEmpty ? 'widgets.create' : 'widgets.ownMessage')}
        aria-expanded={menu !== null}
        disabled={!isEmpty}
        onClick={(event) => setMenu(event.currentTarget)}
      >
        <Icon of={Vote} />
      </IconButton>
      {menu && (
        <Menu
          anchor={menu}
          label={t('widgets.create')}
          items={[
            { text: t('widgets.createPoll'), icon: Vote, onChoose: () => setDialog('poll') },
            { text: t('widgets.createTodo'), icon: ListTodo, onChoose: () => setDialog('todo') },
          ]}
          onClose={() => setMenu(null)}
        />
      )}
      {dialog === 'poll' && <CreatePoll onCreate={insert} onClose={close} />}
      {dialog === 'todo' && <CreateTodo onCreate={insert} onClose={close} />}
    </>
  );
}

type Props = { onCreate: (text: string) => void; onClose: () => void };

const rowsAtFirst = 3;

/** The last row is always empty. */
function useRows<Row>(empty: Row, isEmpty: (row: Row) => boolean) {
  const [rows, setRows] = useState(() => Array.from({ length: rowsAtFirst }, () => empty));
  const write = (at: number, row: Row) => {
    const next = rows.map((old, i) => (i === at ? row : old));
    const last = next.at(-1);
    setRows(last === undefined || isEmpty(last) ? next : [...next, empty]);
  };
  return [rows, write] as const;
}

function CreatePoll({ onCreate, onClose }: Props) {
  const [question, setQuestion] = useState('');
  const [options, write] = useRows('', (option) => option === '');
  return (
    <CreateDialog
      title={t('widgets.createPoll')}
      isReady={question.trim() !== ''}
      onCreate={() => onCreate(pollText(question, options))}
      onClose={onClose}
    >
      <TextField label={t('widgets.question')} value={question} onInput={setQuestion} />
      {options.map((option, i) => (
        <TextField
          key={i}
          label={t('widgets.optionNumber', { number: i + 1 })}
          value={option}
          onInput={(text) => write(i, text)}
        />
      ))}
    </CreateDialog>
  );
}

const noTask = { task: '', description: '' };

function CreateTodo({ onCreate, onClose }: Props) {
  const [title, setTitle] = useState('');
  const [tasks, write] = useRows(noTask, ({ task }) => task === '');
  return (
    <CreateDialog
      title={t('widgets.createTodo')}
      isReady={title.trim() !== '' || tasks.some(({ task }) => task.trim() !== '')}
      onCreate={() => onCreate(todoText(title, tasks))}
      onClose={onClose}
    >
      <TextField label={t('widgets.title')} value={title} onInput={setTitle} />
      {tasks.map((one, i) => (
        <div class="widget-dialogs-pair" key={i}>
          <TextField
            label={t('widgets.taskNumber', { number: i + 1 })}
            value={one.task}
            onInput={(task) => write(i, { ...one, task })}
          />
          <TextField
            label={t('widgets.descriptionNumber', { number: i + 1 })}
            value={one.description}
            onInput={(description) => write(i, { ...one, description })}
          />
        </div>
      ))}
    </CreateDialog>
  );
}

/** Enter leads from field to field, the last of which submits: a poll is not complete with its question. */
function enterNext(event: TargetedKeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target, currentTarget } = event;
  if (key !== 'Enter' || ctrlKey || metaKey || shiftKey || altKey) return;
  const fields = [...currentTarget.querySelectorAll('input')];
  const next = fields[fields.findIndex((field) => field === target) + 1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

type DialogProps = {
  title: string;
  isReady: boolean;
  onCreate: () => void;
  onClose: () => void;
  children: ComponentChildren;
};

function CreateDialog({ title, isReady, onCreate, onClose, children }: DialogProps) {
  const fields = useRef<HTMLDivElement>(null);
  // Runs after the dialog has taken the focus.
  useEffect(() => fields.current?.querySelector('input')?.focus(), []);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" disabled={!isReady} onClick={onCreate}>
            {t('widgets.addToMessage')}
          </Button>
        </>
      }
    >
      <div class="widget-dialogs" ref={fields} onKeyDown={enterNext}>
        {children}
      </div>
    </Dialog>
  );
}
