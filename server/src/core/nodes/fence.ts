/**
 * A fence: lets a write pass only while this node still holds the lease of that work. A node that was frozen wakes up
 * without knowing that another has taken over. Checked in the transaction of the write.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '../../db/db.ts';
import type { Database } from '../log/index.ts';

/** @throws FenceLost */
export type Fence = (tx: Db) => Promise<void>;

/** Another node has taken over the work: this one must not write anything of it. */
export class FenceLost extends Error {
  override name = 'FenceLost';

  constructor(work: string) {
    super(`Another node has taken over: ${work}.`);
  }
}

const current = new AsyncLocalStorage<Fence | undefined>();

/** Each write that comes from this work is checked by the fence, wherever the code that writes is called from. */
export const withFence = <T>(fence: Fence, work: () => Promise<T>): Promise<T> => current.run(fence, work);

export function fencedWrite(write: Database['write']): Database['write'] {
  return (orgId, me, action, needs) => {
    const fence = current.getStore();
    if (!fence) return write(orgId, me, action, needs);
    // What runs after the commit of this write is not part of the work.
    return current.run(undefined, () =>
      write(
        orgId,
        me,
        async (tx) => {
          await fence(tx);
          return action(tx);
        },
        needs,
      ),
    );
  };
}
