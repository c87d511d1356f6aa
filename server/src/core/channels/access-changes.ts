/** The one hook for "what people may see is about to change": joining, leaving, roles, privacy and groups. */
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

/** Reactions look at the state before the change; what they return is called after it, and emits what became of it. */
export const accessChanging = defineHook<AccessChanging, Promise<Finish> | Finish>('access changing');

/** Call before the change, and what it returns after it. */
export async function watchAccess(tx: Tx, facts: AccessChanging): Promise<() => Promise<void>> {
  const finish = await trigger(tx, accessChanging, facts);
  return async () => {
    for (const done of finish) await done();
  };
}
