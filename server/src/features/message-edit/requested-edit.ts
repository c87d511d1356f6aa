/** What a request asks to change of a message, and the message as it is stored. */
import type { EditMessageParams } from '../../../../wire/edits.ts';
import type { VisibleRow } from '../../core/messages/index.ts';
import type { Draft } from '../message-send/index.ts';

/** What the request wants, in internal terms. */
export interface RequestedEdit extends Pick<EditMessageParams, 'propagate_mode'> {
  prev_content_sha256: string | undefined;
  draft: Draft | undefined;
  topic: string | undefined;
  channelId: number | undefined;
  /** Messages of the same topic that move along. */
  others: readonly number[];
  notifiesOld: boolean;
  notifiesNew: boolean;
  /** Name of the program that it comes from. */
  client: string;
}

export interface EditedMessage extends VisibleRow {
  content: string;
  rendered: string;
  sentAt: number;
}
