/** A text that someone writes, wherever it is kept: what helps with writing goes by this. */
import { targetKey, type Target } from '../../../store/writing/drafts.ts';
import type { UploadPlace } from '../../../store/writing/uploads.ts';
import { changeEdit, edits } from '../../message-actions/state.ts';
import { drafts } from './state.ts';

export type EditedText = {
  /** What files are attached to. */
  place: UploadPlace;
  /** The conversation that it belongs to. */
  to: Target;
  /** Becomes a message of its own, which may begin with a command. */
  isNew: boolean;
  read: () => string;
  write: (text: string) => void;
};

export const newMessage = (to: Target): EditedText => ({ ...textAt(to), place: to, to, isNew: true });

/** @param to where the message stands */
export function changedMessage(messageId: number, to: Target): EditedText {
  const place: UploadPlace = { kind: 'edit', messageId };
  return { ...textAt(place), place, to, isNew: false };
}

/** The current text; a component that reads it while rendering renders again when it changes. */
export function textAt(place: UploadPlace): Pick<EditedText, 'read' | 'write'> {
  if (place.kind !== 'edit')
    return {
      read: () => drafts.all.value.get(targetKey(place))?.text ?? '',
      write: (text) => drafts.write(place, text),
    };
  const { messageId } = place;
  return {
    read: () => edits.value.get(messageId)?.text ?? '',
    write: (text) => {
      const edit = edits.peek().get(messageId);
      if (edit?.state === 'editing') changeEdit(messageId, { ...edit, text });
    },
  };
}
