/** Records in the audit log that a command beside the server makes an archive. */
import { Exact, OneOf, Type } from '../../../../../wire/core.ts';
import { audit } from '../../../core/audit/index.ts';
import { adminCommand } from '../admin-command.ts';
import { archiveAct, archived } from '../archives/archive-act.ts';

export default adminCommand({
  options: Exact({
    command: OneOf(['backup', 'export'] as const),
    /** Subdomain of the exported organization; optional if there is only one. */
    subdomain: Type.Optional(Type.String()),
    after: Type.Record(Type.String(), Type.Unknown()),
  }),
  async run({ db, organizations }, archive) {
    const concerned = archived(organizations.names, archive);
    for (const { id } of concerned)
      await db.write(id, 'system', (tx) =>
        audit(tx, archiveAct({ id, name: tx.cache.organization.name }, archive)),
      );
    return { entries: concerned.length };
  },
});
