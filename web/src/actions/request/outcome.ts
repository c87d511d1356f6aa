/** What comes of a request, as a value: actions throw nothing that a component would have to catch. */
import { getFailure, type ApiFailure } from '../../connection/api.ts';

/** The result of a request, or why it failed. */
export type Outcome<T> = { value: T; failure?: never } | { value?: never; failure: ApiFailure };

export async function toOutcome<T>(request: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await request };
  } catch (error) {
    return { failure: getFailure(error) };
  }
}

/** @returns why the request failed, or undefined if it succeeded */
export const ask = async (request: Promise<unknown>): Promise<ApiFailure | undefined> =>
  (await toOutcome(request)).failure;
