/** Tables of what people are told outside the app; as all rows are said to be in `schema.ts`. */

/** A message that somebody is to have an e-mail about unless they read it before. */
interface MissedEmailTable {
  user_id: number;
  message_id: number;
  org_id: number;
  /** The messages of one are told together: `channel 4 lunch` or `direct 7`. */
  conversation: string;
  /** `NotificationTrigger` of wire/notifications.ts. */
  cause: string;
  /** `emailState` of features/notifications/missed.ts. */
  state: number;
  changed_at: number;
}

export interface NotificationTables {
  missed_email: MissedEmailTable;
}
