/** Transcripts of audio files in messages, by a model that the operator has configured. Heddle's own. */
import { Exact, Id, Type, type Static } from './core.ts';

/** POST /heddle/transcripts */
export const TranscribeParams = Type.Object({
  message_id: Id,
  // The address of the file as the message has it: `/user_uploads/…`.
  file: Type.String({ maxLength: 1000 }),
});

export const TranscribeResponse = Exact({
  // Plain text; empty if no words were recognized.
  transcript: Type.String(),
});
export type TranscribeResponse = Static<typeof TranscribeResponse>;
