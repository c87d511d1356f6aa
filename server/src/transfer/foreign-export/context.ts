import type { AppContext } from '../../core/context/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import type { OutputFolder } from './folder.ts';
import type { ExportScope } from './scope.ts';
import type { ZulipVersion } from './zulip-versions.ts';

export interface ExportContext {
  app: AppContext;
  cache: OrganizationCache;
  scope: ExportScope;
  folder: OutputFolder;
  /** The version of the server that will import it; by default the newest that is known. */
  zulipVersion: ZulipVersion | undefined;
  counts: {
    channels: number;
    conversations: number;
    messages: number;
    pins: number;
    /** The format has no place for them. */
    pins_left_out: number;
  };
}
