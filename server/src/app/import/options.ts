/** What an operator chooses for an import. */
import { Exact, OneOf, Type, type Static } from '../../../../wire/core.ts';
import { importProducts, type ImportProduct } from '../../../../wire/imports.ts';

export type Product = ImportProduct;

export const ImportOptions = Exact({
  product: OneOf(importProducts),
  /** Absolute path of a file or folder. */
  path: Type.String(),
  /** Of the organization to import into. */
  org: Type.Optional(Type.String()),
  dryRun: Type.Optional(Type.Boolean()),
  /** `topic`: each thread becomes a topic. `join`: short ones stay in the topic of the channel. */
  threads: Type.Optional(OneOf(['topic', 'join'])),
  /** `words`: topics of threads are named by their first words; `date`: with the date before them. */
  topicNames: Type.Optional(OneOf(['words', 'date'])),
  /** Of messages that stand in no thread. */
  topic: Type.Optional(Type.String()),
  /** Keeps messages that someone joined or left. */
  notices: Type.Optional(Type.Boolean()),
  /** Keeps roles above that of a member, too. */
  roles: Type.Optional(Type.Boolean()),
  /** Fetches files that the export only has addresses of. */
  downloads: Type.Optional(Type.Boolean()),
  maxErrors: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Names the workspace, instead of the export. */
  source: Type.Optional(Type.String()),
});
export type ImportOptions = Static<typeof ImportOptions>;
