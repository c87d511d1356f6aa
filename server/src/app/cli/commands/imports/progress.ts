/** Reports the progress of the imports that a running server is doing. */
import { Exact } from '../../../../../../wire/core.ts';
import { imports } from '../../../../transfer/import/running.ts';
import { adminCommand } from '../../admin-command.ts';

export default adminCommand({
  options: Exact({}),
  run: (app) =>
    Promise.resolve({ reports: imports(app).reports.map(({ counts, seconds }) => ({ counts, seconds })) }),
});
