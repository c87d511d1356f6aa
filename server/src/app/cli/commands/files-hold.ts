/** Keeps files whose rows are deleted in the store until `heddle backup` has read them. */
import { Exact, Type } from '../../../../../wire/core.ts';
import { adminCommand } from '../admin-command.ts';

export default adminCommand({
  options: Exact({ seconds: Type.Integer({ minimum: 0, maximum: 600 }) }),
  run({ files }, { seconds }) {
    if (seconds === 0) files.removals.release();
    else files.removals.hold(seconds * 1000);
    return Promise.resolve({ seconds });
  },
});
