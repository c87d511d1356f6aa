/** Collects facts for `heddle support bundle`, which redacts them. */
import { Exact } from '../../../../../wire/core.ts';
import { getSupportFacts } from '../../support/facts.ts';
import { adminCommand } from '../admin-command.ts';

export default adminCommand({
  options: Exact({}),
  run: async (app) => ({ ...(await getSupportFacts(app)) }),
});
