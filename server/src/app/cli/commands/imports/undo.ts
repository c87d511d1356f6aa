/** `heddle import undo` */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { imports } from '../../../../transfer/import/running.ts';
import { undoImport, type UndoSummary } from '../../../../transfer/import/undo/index.ts';
import { listRuns } from '../../../../transfer/import/runs.ts';
import type { App } from '../../../open-app.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../lookup.ts';

const isEmpty = (done: UndoSummary | undefined): boolean =>
  done !== undefined && done.messages + done.channels + done.people + done.files === 0;

/** Whether the import before these is of the same workspace. */
async function continuesAnother(app: App, orgId: number, undone: readonly UndoSummary[]): Promise<boolean> {
  const before = (await listRuns(app, orgId)).find(({ state }) => state !== 'undone');
  const last = undone.at(-1);
  return before !== undefined && before.product === last?.product && before.origin === last.origin;
}

export default adminCommand({
  options: Exact({ org: Type.Optional(Type.String()), run: Type.Optional(Type.Integer({ minimum: 1 })) }),
  async run(app, { org, run }) {
    const cache = await organizationFor(app, org);
    const undo = (id: number | undefined) =>
      imports(app).run(cache.orgId, (signal) => undoImport(app, cache, id, { signal }));
    const undone = [await undo(run)];
    // Nobody who has run the same import twice means the second one, which added nothing.
    while (run === undefined && isEmpty(undone.at(-1)) && (await continuesAnother(app, cache.orgId, undone)))
      undone.push(await undo(undefined));
    return { undone };
  },
});
