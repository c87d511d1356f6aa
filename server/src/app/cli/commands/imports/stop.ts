/** `heddle import stop` */
import { Exact } from '../../../../../../wire/core.ts';
import { imports } from '../../../../transfer/import/running.ts';
import { adminCommand } from '../../admin-command.ts';

export default adminCommand({
  options: Exact({}),
  run: (app) => Promise.resolve({ stopped: imports(app).stop() }),
});
