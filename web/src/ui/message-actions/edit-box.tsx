import { Smile } from 'lucide-preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { tellEditing } from '../../actions/message-changes.ts';
import { preference } from '../../view/preferences.ts';
import { t } from '../../view/text.ts';
import { Button, IconButton } from '../base/button.tsx';
import { Icon } from '../base/icon.tsx';
import { tooLongBy } from '../compose/send.ts';
import { EmojiPicker } from '../emoji/emoji-picker.tsx';
import { useClient } from '../page/client.tsx';
import './edit-box.css';
import { cancelEdit, saveEdit } from './edit.ts';
import { changeEdit, type Edit } from './state.ts';

/** In the place of a message: what it says, to be changed. */
export function EditBox({ id, edit }: { id: number; edit: Edit }) {
  const client = useClient();
  const area = useRef<HTMLTextAreaElement>(null);
  const [picker, setPicker] = useState<Element | null>(null);
  const excess = tooLongBy(client.live, edit.text);
  const write = (text: string) => changeEdit(id, { ...edit, text });
  const save = () => {
    if (excess <= 0) void saveEdit(client, id);
    focusMessage(id);
  };
  const cancel = () => {
    cancelEdit(client, id);
    focusMessage(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const enterSends = preference(client.live, 'enter_sends') === true;
    if (event.key === 'Escape') cancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey)))
      save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const insert = (text: string) => {
    const element = area.current;
    if (!element) return;
    element.focus();
    element.setRangeText(text, element.selectionStart, element.selectionEnd, 'end');
    write(element.value);
  };
  useLayoutEffect(() => {
    area.current?.focus({ preventScroll: true });
    area.current?.setSelectionRange(edit.text.length, edit.text.length);
  }, []);
  useGrowth(area, edit.text);
  useTypingNotice(id, edit.text !== edit.before);
  return (
    <div class="edit-box">
      {edit.reason !== undefined && (
        <p class="edit-box-reason" role="alert">
          {t('actions.notSaved', { reason: edit.reason })}
        </p>
      )}
      <textarea
        class="edit-box-text"
        ref={area}
        rows={1}
        dir="auto"
        value={edit.text}
        aria-label={t('actions.editRegion')}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {excess > 0 && (
        <p class="edit-box-reason" role="status">
          {t('compose.tooLong', { count: excess })}
        </p>
      )}
      <div class="edit-box-buttons">
        <IconButton label={t('emoji.picker')} onClick={(event) => setPicker(event.currentTarget)}>
          <Icon of={Smile} />
        </IconButton>
        <span class="edit-box-gap" />
        <Button kind="quiet" onClick={cancel}>
          {t('common.cancel')}
        </Button>
        <Button kind="primary" disabled={excess > 0 || edit.text.trim() === ''} onClick={save}>
          {t('common.save')}
        </Button>
      </div>
      {picker && (
        <EmojiPicker
          anchor={picker}
          hasTones
          onChoose={({ text }) => insert(`${text} `)}
          onClose={() => setPicker(null)}
        />
      )}
    </div>
  );
}

function focusMessage(id: number): void {
  document.querySelector<HTMLElement>(`[data-message-id="${id}"]`)?.focus({ preventScroll: true });
}

/** As high as its text; the style sheet says how high at most. */
function useGrowth(area: { current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
}

/** Said again while the change goes on, and once when the box is gone. */
function useTypingNotice(id: number, isChanged: boolean): void {
  const client = useClient();
  const wait = client.live.peek().organization.server_typing_started_wait_period_milliseconds ?? 30_000;
  useEffect(() => {
    if (!isChanged) return undefined;
    void tellEditing(client, id, 'start');
    const timer = setInterval(() => void tellEditing(client, id, 'start'), wait);
    return () => clearInterval(timer);
  }, [isChanged]);
}
