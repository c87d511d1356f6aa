/** Verifies the pages of the SQLite file in a child process. */
import { forkChild } from '../../lib/children/children.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import type { Damage } from '../row-sums/check-rows.ts';
import type { VerifyOrder, VerifyReply } from './verify-process.ts';
import { toError } from '../../lib/thrown.ts';

/** @returns rows that differ from their hashes @throws StorageFault for a damaged page; other errors if the verification failed. */
export async function verifyFile(order: VerifyOrder, signal: AbortSignal): Promise<Damage[]> {
  signal.throwIfAborted();
  const child = forkChild(new URL('./verify-process.ts', import.meta.url), { heapMebibytes: 64 });
  const { promise, resolve, reject } = Promise.withResolvers<VerifyReply>();
  child.on('message', (message: VerifyReply | 'ready') => {
    if (message !== 'ready') resolve(message);
    else child.send(order, (error) => error && reject(error));
  });
  child.on('error', reject);
  child.once('exit', () => reject(new Error('The process that verifies the database has ended.')));
  const stop = () => reject(toError(signal.reason));
  signal.addEventListener('abort', stop);
  try {
    const reply = await promise;
    if (reply.result === 'sound') return reply.rows;
    const error = new Error(reply.text);
    throw reply.result === 'damaged' ? new StorageFault('damaged', error) : error;
  } finally {
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}
