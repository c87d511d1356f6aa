import { isAbsolute } from 'node:path';
import { Exact, OneOf, OneOfIntegers, Type } from '../../../../../wire/core.ts';
import { audit } from '../../../core/audit/index.ts';
import { exportFormats } from '../../../transfer/foreign-export/scope.ts';
import { zulipVersions } from '../../../transfer/foreign-export/zulip-versions.ts';
import { adminCommand } from '../admin-command.ts';
import { organizationFor } from '../lookup.ts';
import { CommandError, folderError } from '../../../lib/command-error.ts';
import { isOpenToAnonymous } from '../../../core/organization/index.ts';

/** Writes an organization in a format of another product, or as Markdown. */
export const exportForeign = adminCommand({
  options: Exact({
    /** Absolute: the server may have another working directory. */
    folder: Type.String(),
    format: OneOf(exportFormats),
    allChannels: Type.Boolean(),
    directMessages: Type.Boolean(),
    zulipVersion: Type.Optional(OneOfIntegers(zulipVersions)),
    org: Type.Optional(Type.String()),
  }),
  async run(app, { folder, format, allChannels, directMessages, zulipVersion, org }) {
    if (!isAbsolute(folder)) throw new CommandError('The folder must be an absolute path.');
    const cache = await organizationFor(app, org);
    await app.db.write(cache.orgId, 'system', (tx) =>
      audit(tx, {
        action: 'organization.export',
        target: { type: 'organization', id: tx.orgId, name: tx.cache.organization.name },
        after: {
          export_type: format,
          channels: allChannels ? 'all' : 'public',
          direct_messages: directMessages,
        },
      }),
    );
    const { writeForeignExport } = await import('../../../transfer/foreign-export/index.ts');
    const scope = { allChannels, directMessages };
    const written = await writeForeignExport(app, cache, folder, scope, { format, zulipVersion }).catch(
      (error: unknown) => {
        throw folderError(error);
      },
    );
    return { realm_id: cache.orgId, folder, ...written };
  },
});

/** Writes the channels of an organization as a folder of HTML pages. */
export const exportHtml = adminCommand({
  options: Exact({
    /** Absolute: the server may have another working directory. */
    folder: Type.String(),
    /** Includes private and archived channels. */
    all: Type.Boolean(),
    org: Type.Optional(Type.String()),
  }),
  async run(app, { folder, all, org }) {
    if (!isAbsolute(folder)) throw new CommandError('The folder must be an absolute path.');
    const cache = await organizationFor(app, org);
    if (!all && !isOpenToAnonymous(app.config, cache))
      throw new CommandError('The organization has no web-public channels. Use --all-channels for all.');
    await app.db.write(cache.orgId, 'system', (tx) =>
      audit(tx, {
        action: 'organization.export',
        target: { type: 'organization', id: tx.orgId, name: tx.cache.organization.name },
        after: { export_type: 'html', channels: all ? 'all' : 'web_public' },
      }),
    );
    const [{ writeFolder }, { mounts }] = await Promise.all([
      import('../../../transfer/html-export/write-folder.ts'),
      import('../../features.ts'),
    ]);
    const written = await writeFolder(app, cache, folder, { all, mounts }).catch((error: unknown) => {
      throw folderError(error);
    });
    return { realm_id: cache.orgId, folder, ...written };
  },
});
