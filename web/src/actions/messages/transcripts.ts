/** Transcripts of audio files by the server's model. */
import type { TranscribeResponse } from '../../../../wire/transcripts.ts';
import type { Client } from '../../connection/client.ts';
import { toOutcome, type Outcome } from '../request/outcome.ts';

/**
 * Plain text; empty without words.
 * @param file its address in the message
 */
export const fetchTranscript = async (
  { api }: Client,
  messageId: number,
  file: string,
): Promise<Outcome<string>> =>
  toOutcome(
    api
      .post<TranscribeResponse>('/heddle/transcripts', { message_id: messageId, file })
      .then(({ transcript }) => transcript),
  );
