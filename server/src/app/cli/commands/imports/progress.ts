/** How far the imports of a running server have come. */
import { Exact } from '../../../../../../wire/core.ts';
import { imports } from '../../../import/running.ts';
import { adminCommand } from '../../admin-command.ts';

export default adminCommand({
  options: Exact({}),
  run: (app) =>
    Promise.resolve({ reports: imports(app).reports.map(({ counts, seconds }) => ({ counts, seconds })) }),
});
