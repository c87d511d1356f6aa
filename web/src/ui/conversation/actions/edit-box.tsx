import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Message } from '../../../../../wire/messages.ts';
import { sendEditing } from '../../../actions/messages/message-changes.ts';
import { getConversation } from '../../../store/narrow/narrow.ts';
import { isSamePlace } from '../../../store/writing/uploads.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { useOwnFileDrop } from '../../compose/writing/file-drop.ts';
import { tooLongBy } from '../../compose/state/send.ts';
import { attach, uploads } from '../../compose/state/uploads.ts';
import { WritingBox } from '../../compose/writing/writing-box.tsx';
import { changedMessage } from '../../compose/state/edited-text.ts';
import { useClient } from '../../page/client.tsx';
import './edit-box.css';
import { cancelEdit, saveEdit } from './edit.ts';
import type { Edit } from '../../compose/state/edits.ts';

/** Edits the content in place of the message, with all tools of the compose box. */
export function EditBox({ message, edit }: { message: Message; edit: Edit }) {
  const client = useClient();
  const { id } = message;
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPreview, setPreview] = useState(false);
  const written = changedMessage(id, getConversation(message, client.live.peek().own.user_id));
  const files = uploads.items.value.filter(({ target }) => isSamePlace(target, written.place));
  const excess = tooLongBy(client.live, edit.text);
  const isBusy = files.some(({ state }) => state !== 'failed');
  const save = () => {
    if (excess <= 0) void saveEdit(client, id);
  };
  const cancel = () => cancelEdit(id);
  const drop = useOwnFileDrop((dropped) => {
    attach(client.live, written.place, dropped);
    area.current?.focus();
  });
  useLayoutEffect(() => {
    area.current?.focus({ preventScroll: true });
    area.current?.setSelectionRange(edit.text.length, edit.text.length);
  }, []);
  useTypingNotice(id, edit.text !== edit.before);
  return (
    <div class="edit-box" {...drop.listeners} onKeyDown={(event) => isEscape(event) && cancel()}>
      {drop.isOver && <p class="edit-box-drop">{t('uploads.drop')}</p>}
      {edit.reason !== undefined && (
        <p class="edit-box-reason" role="alert">
          {t('actions.notSaved', { reason: edit.reason })}
        </p>
      )}
      <WritingBox
        written={written}
        label={t('actions.editRegion')}
        area={area}
        files={files}
        isPreview={isPreview}
        onPreview={setPreview}
        onSend={save}
      >
        <div class="edit-box-buttons">
          <Button kind="quiet" onClick={cancel}>
            {t('common.cancel')}
          </Button>
          <Button
            kind="primary"
            isBusy={edit.isWaiting === true}
            disabled={excess > 0 || (edit.text.trim() === '' && !isBusy)}
            onClick={save}
          >
            {t('common.save')}
          </Button>
        </div>
      </WritingBox>
      <Remark excess={excess} isWaiting={edit.isWaiting === true} />
    </div>
  );
}

function Remark({ excess, isWaiting }: { excess: number; isWaiting: boolean }) {
  if (excess <= 0 && !isWaiting) return null;
  return (
    <p class={excess > 0 ? 'edit-box-reason' : 'compose-room'} role="status">
      {excess > 0 ? t('compose.tooLong', { count: excess }) : t('uploads.savesAfter')}
    </p>
  );
}

/** Escape, unless something inside the box has handled it, such as a list of suggestions. */
function isEscape(event: KeyboardEvent): boolean {
  if (event.key !== 'Escape' || event.defaultPrevented) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** Repeats the notification while the text differs from the original; ends when it does not, and with the box. */
function useTypingNotice(id: number, isChanged: boolean): void {
  const client = useClient();
  const wait = client.live.peek().organization.server_typing_started_wait_period_milliseconds ?? 30_000;
  useEffect(() => {
    if (!isChanged) return undefined;
    void sendEditing(client, id, 'start');
    const timer = setInterval(() => void sendEditing(client, id, 'start'), wait);
    return () => {
      clearInterval(timer);
      void sendEditing(client, id, 'stop');
    };
  }, [isChanged]);
}
