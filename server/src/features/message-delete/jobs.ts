/** Job kinds of this feature, with their payloads. */
import { jobKind } from '../../core/jobs/index.ts';

/** Where messages are deleted. */
export interface SentKinds {
  publicChannels: boolean;
  privateChannels: boolean;
  direct: boolean;
}

export interface DeleteSent extends SentKinds {
  senderIds: number[];
}

export const jobs = {
  /** Deletes the messages of users. */
  deleteSent: jobKind<DeleteSent>('deleteSent'),
};
