/** A text in a text field, wherever it is stored: a draft or an edited message. */
import { joinFiles, splitFiles } from '../../../store/writing/attached.ts';
import { targetKey, type Target } from '../../../store/writing/drafts.ts';
import type { UploadPlace } from '../../../store/writing/uploads.ts';
import { changeEdit, edits } from './edits.ts';
import { drafts } from './state.ts';

export type EditedText = {
  /** Where uploads belong. */
  place: UploadPlace;
  /** The conversation that it belongs to. */
  to: Target;
  /** Becomes a new message, which may be a slash command. */
  isNew: boolean;
  read: () => string;
  write: (text: string) => void;
};

export const newMessage = (to: Target): EditedText => ({ ...textAt(to), place: to, to, isNew: true });

/** @param to conversation of the message */
export function changedMessage(messageId: number, to: Target): EditedText {
  const place: UploadPlace = { kind: 'edit', messageId };
  return { ...textAt(place), place, to, isNew: false };
}

/** What is written, without the files beneath it, which stay. */
export function getBody(whole: EditedText): EditedText {
  const { place, to, isNew, read, write } = whole;
  return {
    place,
    to,
    isNew,
    read: () => splitFiles(read()).body,
    write: (body) => write(withBody(read(), body)),
  };
}

/** The same text with another body. */
export const withBody = (text: string, body: string): string => joinFiles(body, splitFiles(text).files);

/** The current text; reading it while rendering subscribes the component. */
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
