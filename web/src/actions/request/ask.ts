/** Requests of actions, with the failure as a value to show. */
import { getFailure, type ApiFailure } from '../../connection/api.ts';

/** @returns the failure, or undefined if the request succeeded */
export async function ask(request: Promise<unknown>): Promise<ApiFailure | undefined> {
  try {
    await request;
    return undefined;
  } catch (error) {
    return getFailure(error);
  }
}

/** @returns the response or the failure; see `isFailure` */
export async function orFailure<Value>(request: Promise<Value>): Promise<Value | ApiFailure> {
  try {
    return await request;
  } catch (error) {
    return getFailure(error);
  }
}
