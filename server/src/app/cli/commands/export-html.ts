/** Writes the channels of an organization as a folder of HTML pages. */
import { isAbsolute } from 'node:path';
import { Exact, Type } from '../../../../../wire/core.ts';
import { audit } from '../../../core/audit/index.ts';
import { isOpenToAnonymous } from '../../../core/organization/index.ts';
import { adminCommand } from '../admin-command.ts';
import { organizationFor } from '../lookup.ts';
import { CommandError, folderError } from '../../../lib/command-error.ts';

export default adminCommand({
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
