/** Tables of what people set for themselves; as all rows are said to be in `schema.ts`. */

/** How much someone wants to hear of one topic; no row means as of its channel. */
interface UserTopicTable {
  user_id: number;
  channel_id: number;
  topic_key: string;
  topic: string;
  /** `topicPolicy` of wire/user-topics.ts. */
  policy: number;
  updated_at: number;
}

interface MutedUserTable {
  user_id: number;
  muted_id: number;
  muted_at: number;
}

interface AlertWordTable {
  user_id: number;
  word_key: string;
  word: string;
}

/** A hint of the client that someone has seen. */
interface OnboardingStepTable {
  user_id: number;
  name: string;
  taken_at: number;
}

/** A setting that someone has changed themselves. */
interface EditedSettingTable {
  user_id: number;
  name: string;
}

export interface PersonalTables {
  edited_setting: EditedSettingTable;
  user_topic: UserTopicTable;
  muted_user: MutedUserTable;
  alert_word: AlertWordTable;
  onboarding_step: OnboardingStepTable;
}
