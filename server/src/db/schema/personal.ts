/** Tables of personal settings; conventions are in `schema.ts`. */
import type { TopicPolicy } from '../../../../wire/topics.ts';

/** The visibility policy of one topic; no row means that of its channel. */
interface UserTopicTable {
  user_id: number;
  channel_id: number;
  topic_key: string;
  topic: string;
  policy: TopicPolicy;
  updated_at: number;
}

/** Pinned topics. */
interface PinnedTopicTable {
  user_id: number;
  channel_id: number;
  topic_key: string;
  topic: string;
}

/** Sections of the sidebar that someone has collapsed. */
interface FoldedSectionTable {
  user_id: number;
  /** As on the wire. */
  section: string;
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

/** Permissions that a deactivated user held by name. */
interface RestingPermissionTable {
  user_id: number;
  org_id: number;
  place: 'organization' | 'channel' | 'group';
  /** The id of the organization, channel or group. */
  place_id: number;
  /** The name of the permission. */
  name: string;
  /** What was left of it without them, as JSON: where it has become something else, they do not get it back. */
  left_value: string;
}

/** An onboarding hint that a user has seen. */
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
  resting_permission: RestingPermissionTable;
  user_topic: UserTopicTable;
  pinned_topic: PinnedTopicTable;
  folded_section: FoldedSectionTable;
  muted_user: MutedUserTable;
  alert_word: AlertWordTable;
  onboarding_step: OnboardingStepTable;
}
