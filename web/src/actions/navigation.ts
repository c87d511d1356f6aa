/** Which views the sidebar shows, and which of its sections are collapsed. */
import type { ApiFailure } from '../connection/api.ts';
import type { Client } from '../connection/client.ts';
import { viewFragments } from '../view/narrow/navigation.ts';
import { t } from '../view/text/text.ts';
import { ask } from './request/outcome.ts';

const getPath = (fragment: string): string => `/navigation_views/${fragment}`;

export const addView = ({ api }: Client, fragment: string, name: string): Promise<ApiFailure | undefined> =>
  ask(api.post('/navigation_views', { fragment, name, is_pinned: true }));

/** The names of built-in views; the server accepts only these without a name. */
const viewName = (fragment: string): { name?: string } =>
  fragment === viewFragments.followed ? { name: t('views.followed') } : {};

/** The server stores a built-in view once its visibility has been changed. */
export function setViewShown(
  { api, live }: Client,
  fragment: string,
  isShown: boolean,
): Promise<ApiFailure | undefined> {
  const is_pinned = isShown;
  return live.peek().navigationViews.has(fragment)
    ? ask(api.patch(getPath(fragment), { is_pinned }))
    : ask(api.post('/navigation_views', { fragment, is_pinned, ...viewName(fragment) }));
}

export const renameView = (
  { api }: Client,
  fragment: string,
  name: string,
): Promise<ApiFailure | undefined> => ask(api.patch(getPath(fragment), { name }));

export const removeView = ({ api }: Client, fragment: string): Promise<ApiFailure | undefined> =>
  ask(api.delete(getPath(fragment)));

/** Applied optimistically, and kept on this device if the server cannot be reached. */
export function toggleSection({ api, live }: Client, section: string): Promise<ApiFailure | undefined> {
  const isFolded = live.peek().personal.foldedSections.has(section);
  live.apply([{ type: 'heddle_folded_section', id: -1, op: isFolded ? 'remove' : 'add', section }]);
  const path = '/heddle/folded_sections';
  return ask(isFolded ? api.delete(path, { section }) : api.post(path, { section }));
}
