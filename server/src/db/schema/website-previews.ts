/** The table of website previews; for the forms of values see `schema.ts`. */

export interface WebsitePreviewTable {
  org_id: number;
  /** SHA-256 of the URL. */
  url_key: string;
  /** JSON; null where the page has none. */
  preview: string | null;
  expires_at: number;
}
