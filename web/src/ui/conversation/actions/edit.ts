/** Editing the content of a message, from the click to the server's response. */
import { fetchSource } from '../../../actions/messages/lookups.ts';
import { requestMessage } from '../../../actions/messages/named-messages.ts';
import { saveContent } from '../../../actions/messages/message-changes.ts';
import type { ApiFailure } from '../../../connection/api.ts';
import type { Client } from '../../../connection/client.ts';
import { t } from '../../../view/text/text.ts';
import { copyText } from '../../kit/toasts/clipboard.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { tooLongBy } from '../../compose/state/send.ts';
import { uploads } from '../../compose/state/uploads.ts';
import { expand } from '../../parts/content/condensed-state.ts';
import { failureText } from '../../../view/text/failure.ts';
import { changeEdit, edits } from '../../compose/state/edits.ts';

/** Fetches the Markdown source, then replaces the message by a text field. */
export async function beginEdit(client: Client, id: number): Promise<void> {
  if (edits.peek().has(id)) return;
  // The author of the edit sees the message in full.
  expand(id);
  const { value, failure } = await fetchSource(client, id);
  if (failure) toast({ text: failureText(failure), kind: 'error' });
  else changeEdit(id, { before: value, text: value, state: 'editing' });
  // Not evicted while it is being edited, however many messages arrive.
  requestMessage(client, id);
}

const getPlace = (messageId: number) => ({ kind: 'edit', messageId }) as const;

/**
 * Shows the new text at once; if the server refuses it, the text field is shown again with the reason. Uploads in
 * progress are awaited; if one fails meanwhile, the person has to save again.
 */
export async function saveEdit(client: Client, id: number): Promise<void> {
  const begun = edits.peek().get(id);
  if (begun?.state !== 'editing' || begun.isWaiting === true) return;
  if (uploads.isBusy(getPlace(id)) && !(await areFilesThere(id))) return;
  const { before, text } = edits.peek().get(id)!;
  if (tooLongBy(client.live, text) > 0) return;
  leaveBox(id);
  if (text === before) {
    endEdit(id);
    return;
  }
  changeEdit(id, { before, text, state: 'saving' });
  const failure = await saveContent(client, id, text, before);
  if (failure) changeEdit(id, { before, text, state: 'editing', reason: getReason(failure) });
  else endEdit(id);
}

/** @returns whether to continue: the edit was not cancelled meanwhile, and no upload failed */
async function areFilesThere(id: number): Promise<boolean> {
  const wait = (isWaiting: boolean): boolean => {
    const edit = edits.peek().get(id);
    if (edit !== undefined) changeEdit(id, { ...edit, isWaiting });
    return edit !== undefined;
  };
  wait(true);
  const areThere = await uploads.arrived(getPlace(id));
  return wait(false) && areThere;
}

/** Cancels uploads for the edit. */
function endEdit(id: number): void {
  changeEdit(id, undefined);
  uploads.removeFrom(getPlace(id));
}

/** Moves the focus from the box to the message. */
function leaveBox(id: number): void {
  const article = document.querySelector<HTMLElement>(`[data-message-id="${id}"]`);
  if (article?.contains(document.activeElement) === true) article.focus({ preventScroll: true });
}

const getReason = (failure: ApiFailure): string =>
  failure.kind === 'refused' && failure.code === 'EXPECTATION_MISMATCH'
    ? t('actions.editedMeanwhile')
    : failureText(failure);

export function cancelEdit(id: number): void {
  leaveBox(id);
  endEdit(id);
}

/** Ends the edits of messages that were deleted, and offers the text for copying. */
export function rescueEdits(client: Client): void {
  for (const [id, { text, before }] of edits.peek()) {
    if (client.live.message(id) !== undefined) continue;
    endEdit(id);
    if (text === before) continue;
    toast({
      text: t('actions.editedGone'),
      kind: 'error',
      action: {
        text: t('actions.copyText'),
        onChoose: () => void copyText(text, t('actions.textCopied')),
      },
    });
  }
}
