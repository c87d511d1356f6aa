import type { App } from '../open-app.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import type { OutputFolder } from './folder.ts';
import type { ExportScope } from './scope.ts';

export interface ExportContext {
  app: App;
  cache: OrganizationCache;
  scope: ExportScope;
  folder: OutputFolder;
  counts: { channels: number; conversations: number; messages: number };
}
