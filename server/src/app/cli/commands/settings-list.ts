/** Lists the settings with which this server runs, without secrets, for `heddle doctor`. */
import { Exact } from '../../../../../wire/core.ts';
import { adminCommand } from '../admin-command.ts';
import { describeSettings } from '../config-print.ts';

export default adminCommand({
  options: Exact({}),
  run: ({ config }) => Promise.resolve({ settings: describeSettings(config) }),
});
