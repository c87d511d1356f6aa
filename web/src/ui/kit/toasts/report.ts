import type { ApiFailure } from '../../../connection/api.ts';
import { failureText } from '../../../view/text/failure.ts';
import { toast } from './toast.tsx';

/**
 * Reports a failure.
 * @returns whether it succeeded
 */
export async function report(done: Promise<ApiFailure | undefined>): Promise<boolean> {
  const failure = await done;
  if (failure !== undefined) toast({ text: failureText(failure), kind: 'error' });
  return failure === undefined;
}
