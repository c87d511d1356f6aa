/** `heddle import undo` */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { imports } from '../../../../transfer/import/running.ts';
import { undoImport, type UndoSummary } from '../../../../transfer/import/undo/index.ts';
import { planUndo } from '../../../../transfer/import/undo/plan.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({
    org: Type.Optional(Type.String()),
    run: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Changes nothing. */
    plan: Type.Optional(Type.Boolean()),
  }),
  async run(app, { org, run, plan = false }) {
    const cache = await organizationFor(app, org);
    const planned = await planUndo(app, cache.orgId, run);
    const undone: UndoSummary[] = [];
    if (!plan)
      for (const { run: id } of planned)
        undone.push(await imports(app).run(cache.orgId, (signal) => undoImport(app, cache, id, { signal })));
    return { planned, undone };
  },
});
