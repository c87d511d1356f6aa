/** Verifies the pages of the SQLite file in a child process. */
import { forkChild } from '../../lib/children/children.ts';
import { StorageFault } from '../../lib/storage/faults.ts';
import type { VerifyOrder, VerifyReply } from './verify-process.ts';
import { toError } from '../../lib/thrown.ts';

/** @throws StorageFault for a damaged page; other errors if the verification failed. */
export async function verifyFile(order: VerifyOrder, signal: AbortSignal): Promise<void> {
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
    if (reply.result === 'damaged') throw new StorageFault('damaged', new Error(reply.text));
    if (reply.result === 'failed') throw new Error(reply.text);
  } finally {
    signal.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}
