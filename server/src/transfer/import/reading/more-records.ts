/** Records of what only Zulip has, see `records.ts`. */
import type { FileRecord, SourceId } from '../records.ts';

/** A folder of channels. It comes before the channels that are in it, in the order of the folders. */
export interface FolderRecord {
  kind: 'folder';
  id: SourceId;
  name: string;
  description: string;
  creator?: SourceId | undefined;
  isArchived: boolean;
}

/** The icon or a logo of the organization: only for one that the import makes. */
export interface PictureRecord {
  kind: 'picture';
  picture: 'icon' | 'logo' | 'night_logo';
  file: FileRecord;
}

export interface PersonalExtras {
  /** Views in the navigation, by the part of their address after `#`. */
  views: readonly { fragment: string; isPinned: boolean; name: string | null }[];
  drafts: readonly DraftEntry[];
  /** When the person was last there, in milliseconds since 1970. At most one. */
  seen: readonly { activeAt: number; connectedAt: number }[];
}

export interface DraftEntry {
  /** Without one, it has no recipient yet. */
  place: { channel: SourceId } | { direct: readonly SourceId[] } | undefined;
  topic: string;
  content: string;
  /** Milliseconds since 1970. */
  at: number;
}
