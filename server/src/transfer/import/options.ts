/** The operator's options of an import. */
import { Exact, OneOf, Type, type Static } from '../../../../wire/core.ts';
import { importProducts, type ImportProduct } from '../../../../wire/imports.ts';

export type Product = ImportProduct;

export const ImportOptions = Exact({
  product: OneOf(importProducts),
  /** Absolute path of a file or folder. */
  path: Type.String(),
  /** Subdomain of the organization to import into. */
  org: Type.Optional(Type.String()),
  dryRun: Type.Optional(Type.Boolean()),
  /** A dry run that is refused where nothing of the workspace came before. */
  again: Type.Optional(Type.Boolean()),
  /** `topic`: each thread becomes a topic. `join`: short ones stay in the topic of the channel. */
  threads: Type.Optional(OneOf(['topic', 'join'])),
  /** `words`: topics of threads are named by their first words; `date`: with the date before them. */
  topicNames: Type.Optional(OneOf(['words', 'date'])),
  /** Topic of messages outside threads. */
  topic: Type.Optional(Type.String()),
  /** Keeps messages about people who joined or left; `false` leaves out those of the bots of Zulip too. */
  notices: Type.Optional(Type.Boolean()),
  /** Keeps roles above member. */
  roles: Type.Optional(Type.Boolean()),
  /** Fetches files for which the export only has addresses. */
  downloads: Type.Optional(Type.Boolean()),
  maxErrors: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Identifies the workspace, instead of the name in the export. */
  source: Type.Optional(Type.String()),
});
export type ImportOptions = Static<typeof ImportOptions>;
