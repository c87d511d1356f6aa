/** Changing what a message says, from the click to the server's answer. */
import { fetchSource, saveContent, tellEditing } from '../../actions/message-changes.ts';
import type { ApiFailure } from '../../api.ts';
import type { Client } from '../../client.ts';
import { t } from '../../view/text.ts';
import { toast } from '../base/toast.tsx';
import { expand } from '../messages/condensed-state.ts';
import { failureText } from '../page/failure.ts';
import { changeEdit, edits } from './state.ts';

/** Fetches what was written, then puts a text field in the place of the message. */
export async function beginEdit(client: Client, id: number): Promise<void> {
  if (edits.peek().has(id)) return;
  // Whoever changed it sees all of what became of it.
  expand(id);
  const { value, failure } = await fetchSource(client, id);
  if (failure) toast({ text: failureText(failure), kind: 'error' });
  else changeEdit(id, { before: value, text: value, state: 'editing' });
}

/** Shows the text as it will be; if the server refuses it, the text field is back with the reason above it. */
export async function saveEdit(client: Client, id: number): Promise<void> {
  const edit = edits.peek().get(id);
  if (edit === undefined || edit.state === 'saving') return;
  const { before, text } = edit;
  if (text === before) {
    changeEdit(id, undefined);
    return;
  }
  changeEdit(id, { before, text, state: 'saving' });
  void tellEditing(client, id, 'stop');
  const failure = await saveContent(client, id, text, before);
  changeEdit(id, failure && { before, text, state: 'editing', reason: reasonOf(failure) });
}

const reasonOf = (failure: ApiFailure): string =>
  failure.kind === 'refused' && failure.code === 'EXPECTATION_MISMATCH'
    ? t('actions.editedMeanwhile')
    : failureText(failure);

export function cancelEdit(client: Client, id: number): void {
  changeEdit(id, undefined);
  void tellEditing(client, id, 'stop');
}

/** What was written is not lost with the message that somebody deleted. */
export function rescueEdits(client: Client): void {
  for (const [id, { text, before }] of edits.peek()) {
    if (client.live.message(id) !== undefined) continue;
    changeEdit(id, undefined);
    if (text === before) continue;
    toast({
      text: t('actions.editedGone'),
      kind: 'error',
      action: {
        text: t('actions.copyText'),
        onChoose: () => void navigator.clipboard.writeText(text),
      },
    });
  }
}
