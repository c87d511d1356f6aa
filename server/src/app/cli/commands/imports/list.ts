/** `heddle import list` */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { isoTime } from '../../../../core/users/index.ts';
import { listRuns } from '../../../import/runs.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ org: Type.Optional(Type.String()) }),
  async run(app, { org }) {
    const { orgId } = await organizationFor(app, org);
    const runs = await listRuns(app, orgId);
    return {
      imports: runs.map(({ id, product, origin, state, started_at, ended_at }) => ({
        ...{ id, product, origin, state, started: isoTime(started_at) },
        ended: ended_at === null ? null : isoTime(ended_at),
      })),
    };
  },
});
