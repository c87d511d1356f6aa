/** `heddle import list` */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { isoTime } from '../../../../core/users/index.ts';
import { hasEnded, listImports } from '../../../../features/imports/index.ts';
import { listRuns } from '../../../../transfer/import/runs.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ org: Type.Optional(Type.String()) }),
  async run(app, { org }) {
    const { orgId } = await organizationFor(app, org);
    const runs = await listRuns(app, orgId);
    // Those whose import has ended are among the runs.
    const archives = (await listImports(app.db.read, orgId)).filter((one) => !hasEnded(one));
    return {
      imports: runs.map(({ id, product, origin, state, started_at, ended_at }) => ({
        id,
        product,
        origin,
        state,
        started: isoTime(started_at),
        ended: ended_at === null ? null : isoTime(ended_at),
      })),
      archives: archives.map(({ file_name, state, created_at, error }) => ({
        archive: file_name,
        state,
        uploaded: isoTime(created_at),
        error,
      })),
    };
  },
});
