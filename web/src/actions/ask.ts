/** A request whose response is not needed. */
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
