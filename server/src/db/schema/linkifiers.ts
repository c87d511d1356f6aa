/** Tables of linkifiers, code playgrounds and polls; for the forms of values see `schema.ts`. */
import type { Generated } from 'kysely';

export interface LinkifierTable {
  id: Generated<number>;
  org_id: number;
  pattern: string;
  url_template: string;
  example_input: string | null;
  reverse_template: string | null;
  /** JSON array. */
  alternative_url_templates: string;
  sort_order: number;
}

export interface PlaygroundTable {
  id: Generated<number>;
  org_id: number;
  name: string;
  language: string;
  url_template: string;
}

/** What was added to a message: to a poll, its votes. */
interface SubmessageTable {
  id: Generated<number>;
  org_id: number;
  message_id: number;
  sender_id: number;
  kind: string;
  content: string;
}

export interface LinkifierSchema {
  linkifier: LinkifierTable;
  playground: PlaygroundTable;
  submessage: SubmessageTable;
}
