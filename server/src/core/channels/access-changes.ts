/** The hook for changes of access: joining, leaving, roles, privacy and groups. */
import { type Tx, defineHook, trigger } from '../log/index.ts';

interface AccessChange {
  channel: { id: number };
  /** Those whose access may change. */
  userIds: readonly number[];
}

export interface AccessChanging {
  changes: readonly AccessChange[];
  /** Whether all of them leave these channels. */
  isLeaving?: boolean;
}

type Finish = () => Promise<void> | void;

/** A reaction looks at the state before the change, and returns a function that emits the difference after it. */
export const accessChanging = defineHook<AccessChanging, Promise<Finish> | Finish>('access changing');

/** Call before the change, and what it returns after it. */
export async function watchAccess(tx: Tx, facts: AccessChanging): Promise<() => Promise<void>> {
  const finish = await trigger(tx, accessChanging, facts);
  return async () => {
    for (const done of finish) await done();
  };
}
