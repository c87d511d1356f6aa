/** A requested edit, and the stored message. */
import type { EditMessageParams } from '../../../../wire/edits.ts';
import type { VisibleRow } from '../../core/messages/index.ts';
import type { Draft } from '../message-send/index.ts';

/** The parameters of the request, parsed and rendered. */
export interface RequestedEdit extends Pick<EditMessageParams, 'propagate_mode'> {
  prev_content_sha256: string | undefined;
  draft: Draft | undefined;
  topic: string | undefined;
  channelId: number | undefined;
  /** Further messages of the same topic to move. */
  others: readonly number[];
  notifiesOld: boolean;
  notifiesNew: boolean;
  /** Name of the client program. */
  client: string;
}

export interface EditedMessage extends VisibleRow {
  content: string;
  rendered: string;
  sentAt: number;
}
