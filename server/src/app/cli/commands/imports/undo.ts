/** `heddle import undo` */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { imports } from '../../../../transfer/import/running.ts';
import { undoImport } from '../../../../transfer/import/undo/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ org: Type.Optional(Type.String()), run: Type.Optional(Type.Integer({ minimum: 1 })) }),
  async run(app, { org, run }) {
    const cache = await organizationFor(app, org);
    return { ...(await imports(app).run(cache.orgId, (signal) => undoImport(app, cache, run, { signal }))) };
  },
});
