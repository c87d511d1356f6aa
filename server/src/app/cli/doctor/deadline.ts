/** Bounds how long the doctor waits for a service that accepts connections and does not respond. */
import { NoResponseError, within } from '../../../lib/within.ts';
import type { Finding } from './checks.ts';

const deadlineMs = 10_000;

/**
 * Ends the process although a check still waits, such as for a mount that does not respond, or has given up and left a connection
 * behind, as the client of NATS does (nats-server 2.9.10, frozen). The exit code is set by then.
 */
export function endSoon(): void {
  setTimeout(() => process.exit(), 500).unref();
}

export async function findWithin(
  name: string,
  work: Promise<Finding>,
  timeoutMs = deadlineMs,
): Promise<Finding> {
  try {
    return await within(work, timeoutMs);
  } catch (error) {
    // A check reports failures as findings: this is the deadline, or a defect.
    if (!(error instanceof NoResponseError)) throw error;
    const seconds = String(Math.round(timeoutMs / 1000));
    return {
      name,
      state: 'problem',
      text: `No response within ${seconds} seconds. It may be frozen, or unreachable.`,
    };
  }
}
