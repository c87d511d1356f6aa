/** Exports an organization in the format of another product, or as Markdown to read without a server. */
import type { OrganizationCache } from '../../core/organization/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { ExportContext } from './authors.ts';
import { OutputFolder } from './folder.ts';
import type { ExportFormat, ExportScope } from './scope.ts';
import { listWidened } from './widened.ts';
import { newestZulip, type ZulipVersion } from './zulip-versions.ts';

const writers: Record<ExportFormat, () => Promise<(context: ExportContext) => Promise<void>>> = {
  slack: async () => (await import('./slack.ts')).writeSlack,
  mattermost: async () => (await import('./mattermost.ts')).writeMattermost,
  zulip: async () => (await import('./zulip.ts')).writeZulip,
  markdown: async () => (await import('./markdown.ts')).writeMarkdown,
};

export interface WrittenExport {
  channels: number;
  conversations: number;
  messages: number;
  pins: number;
  pins_left_out: number;
  files: number;
  missing_files: number;
  /** What would be more open where it is imported. */
  widened: string[];
}

/** @throws CommandError if the folder is not empty. */
export async function writeForeignExport(
  app: AppContext,
  cache: OrganizationCache,
  path: string,
  scope: ExportScope,
  { format, zulipVersion }: { format: ExportFormat; zulipVersion?: ZulipVersion | undefined },
): Promise<WrittenExport> {
  const write = await writers[format]();
  const folder = await OutputFolder.make(app, path);
  const counts = { channels: 0, conversations: 0, messages: 0, pins: 0, pins_left_out: 0 };
  try {
    await write({ app, cache, scope, folder, zulipVersion, counts });
  } finally {
    await folder.close();
  }
  const widened = listWidened(cache, scope, format, zulipVersion ?? newestZulip);
  return { ...counts, files: folder.files, missing_files: folder.missing, widened };
}
