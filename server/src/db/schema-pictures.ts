/** The tables of pictures that people give themselves and the organization; for the forms of values see `schema.ts`. */

/** The picture that something has now. Its files are in the file store, below its path. */
export interface PictureTable {
  org_id: number;
  /** Of what it is: see `features/pictures/keep.ts`. */
  kind: string;
  /** The id of whoever or whatever has it. */
  holder_id: number;
  path: string;
}

export interface PictureSchema {
  picture: PictureTable;
}
