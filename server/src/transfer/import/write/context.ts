/** State that all parts of a running import share. */
import type { OrganizationCache, User } from '../../../core/organization/index.ts';
import type { AppContext } from '../../../core/context/index.ts';
import type { DiskSpace } from '../disk-space.ts';
import type { ImportOptions, Product } from '../options.ts';
import type { FileRecord } from '../records.ts';
import type { ChannelThere } from './later/openness.ts';
import type { ReportBuilder } from '../report.ts';
import type { Readable } from 'node:stream';

export interface ImportContext {
  app: AppContext;
  orgId: number;
  /** The committed organization cache. */
  cache: OrganizationCache;
  /** An active owner, who becomes the owner of bots and emoji. */
  owner: User;
  product: Product;
  sourceId: number;
  runId: number;
  /** Whether the server handles requests during the import, which then take precedence. */
  isLive: boolean;
  /** The organization is made by this import, and gets the settings of the source. */
  isNew: boolean;
  /** Its owner is called as in the source. */
  takesOwnerName: boolean;
  options: ImportOptions;
  report: ReportBuilder;
  /** Topic of messages outside threads. */
  topic: string;
  /** By ID in the source. */
  people: Map<string, number>;
  channels: Map<string, number>;
  /** What the source says of its channels in this run. */
  channelsThere: Map<string, ChannelThere>;
  directs: Map<string, number>;
  groups: Map<string, number>;
  folders: Map<string, number>;
  /** Profile fields that the source describes, by ID there. */
  fields: Map<string, number>;
  /** Keys of profile fields that do not come, which the report has already. */
  refusedFields: Set<string>;
  /** Messages of earlier runs with letters that could not be decoded then. */
  garbled: ReadonlySet<number>;
  /** By ID of the conversation on this server. */
  directMembers: Map<number, readonly number[]>;
  /** Own emoji, by their IDs in the source or else their names. */
  emoji: Map<string, number>;
  /** Emoji by alias. */
  emojiAliases: Map<string, string>;
  /** The content, or undefined if it is not available. @throws Error with the reason. */
  openFile(file: FileRecord): Promise<Readable | undefined>;
  /** The disks on which the import is stored. */
  space: DiskSpace;
  signal: AbortSignal;
}
