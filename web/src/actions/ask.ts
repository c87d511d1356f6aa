/** Requests of actions: a failure is a value, to be shown. */
import { getFailure, type ApiFailure } from '../api.ts';

/** @returns why it was refused or did not get through; undefined if it was done */
export async function ask(request: Promise<unknown>): Promise<ApiFailure | undefined> {
  try {
    await request;
    return undefined;
  } catch (error) {
    return getFailure(error);
  }
}

/** @returns the response, or why there is none; see `isFailure` */
export async function orFailure<Value>(request: Promise<Value>): Promise<Value | ApiFailure> {
  try {
    return await request;
  } catch (error) {
    return getFailure(error);
  }
}
