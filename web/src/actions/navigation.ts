/** What a person keeps among the views on the left. */
import type { ApiFailure } from '../api.ts';
import type { Client } from '../client.ts';
import { ask } from './ask.ts';

const getPath = (fragment: string): string => `/navigation_views/${fragment}`;

export const addView = ({ api }: Client, fragment: string, name: string): Promise<ApiFailure | undefined> =>
  ask(api.post('/navigation_views', { fragment, name, is_pinned: true }));

/** Built-in views are known to the server once somebody has chosen for them. */
export function showView(
  { api, live }: Client,
  fragment: string,
  isShown: boolean,
): Promise<ApiFailure | undefined> {
  const is_pinned = isShown;
  return live.peek().navigationViews.has(fragment)
    ? ask(api.patch(getPath(fragment), { is_pinned }))
    : ask(api.post('/navigation_views', { fragment, is_pinned }));
}

export const renameView = (
  { api }: Client,
  fragment: string,
  name: string,
): Promise<ApiFailure | undefined> => ask(api.patch(getPath(fragment), { name }));

export const removeView = ({ api }: Client, fragment: string): Promise<ApiFailure | undefined> =>
  ask(api.delete(getPath(fragment)));
