/** GIF search through the server. */
import type { SearchGifsResponse } from '../../../wire/gifs.ts';
import type { Client } from '../connection/client.ts';
import { toOutcome, type Outcome } from './request/outcome.ts';

/** @param cursor `next` of the previous page */
export const searchGifs = (
  { api }: Client,
  query: string,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Outcome<SearchGifsResponse>> =>
  toOutcome(api.get<SearchGifsResponse>('/heddle/gifs', { query, cursor }, { signal }));
