/** The tables of pictures that people give themselves and the organization; for the forms of values see `schema.ts`. */

import type { Generated } from 'kysely';

/** The current picture of a user, organization or emoji. Its files are in the file store, below its path. */
interface PictureTable {
  org_id: number;
  /** A `PictureKind` of `features/pictures/store.ts`. */
  kind: string;
  /** The id of the person, organization or emoji that has it. */
  holder_id: number;
  path: string;
}

/** An emoji that an organization has of its own. */
interface CustomEmojiTable {
  id: Generated<number>;
  org_id: number;
  name: string;
  author_id: number;
  is_animated: number;
  is_deactivated: Generated<number>;
  created_at: number;
}

export interface PictureSchema {
  custom_emoji: CustomEmojiTable;
  picture: PictureTable;
}
