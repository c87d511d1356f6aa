/** What all parts of an import share while it runs. */
import type { OrganizationCache, User } from '../../../core/organization/index.ts';
import type { App } from '../../open-app.ts';
import type { ImportOptions } from '../options.ts';
import type { FileRecord } from '../records.ts';
import type { ReportBuilder } from '../report.ts';
import type { Readable } from 'node:stream';

export interface ImportContext {
  app: App;
  orgId: number;
  /** The directory as it is committed. */
  cache: OrganizationCache;
  /** The active owner to whom bots and emoji belong. */
  owner: User;
  product: string;
  sourceId: number;
  runId: number;
  /** Whether other requests are served meanwhile, and go first. */
  isLive: boolean;
  options: ImportOptions;
  report: ReportBuilder;
  /** Topic of what is in no thread. */
  topic: string;
  /** By ID in the source. */
  people: Map<string, number>;
  channels: Map<string, number>;
  directs: Map<string, number>;
  groups: Map<string, number>;
  /** Of the organization, by the keys of their names. */
  fields: Map<string, number>;
  /** By ID of the conversation here. */
  directMembers: Map<number, readonly number[]>;
  /** Of emoji, by their other names. */
  emojiAliases: Map<string, string>;
  /** The bytes, or undefined where they cannot be had. @throws Error with the reason */
  openFile(file: FileRecord): Promise<Readable | undefined>;
  signal: AbortSignal;
}
