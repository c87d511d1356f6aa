/**
 * All screens and overlays, each in a folder of its own, loaded when it is first opened. The message list is part of
 * the page itself.
 */
import type { ComponentType } from 'preact';
import type { Screen } from '../../view/narrow/address.ts';
import { loadSettingsTexts } from '../../view/text/text.ts';
import type { ScreenProps } from '../page/screen-props.ts';

export type ScreenEntry = {
  load: () => Promise<ComponentType<ScreenProps>>;
  /** Shown over the page, and returns to the previous screen when closed. */
  isOverlay?: true;
};

const settings: ScreenEntry = {
  async load() {
    const [{ default: screen }] = await Promise.all([
      import('../screens/settings/settings.tsx'),
      loadSettingsTexts(),
    ]);
    return screen;
  },
  isOverlay: true,
};

/** Shown for screens that are not in the table. */
export const screens: Partial<Record<Exclude<Screen, 'narrow' | 'unknown'>, ScreenEntry>> = {
  inbox: { load: () => import('../screens/inbox/inbox.tsx').then((m) => m.default) },
  channels: { load: () => import('../screens/channels/channels.tsx').then((m) => m.default) },
  people: { load: () => import('../screens/directory/directory.tsx').then((m) => m.default) },
  drafts: { load: () => import('../screens/later/drafts.tsx').then((m) => m.default) },
  scheduled: { load: () => import('../screens/later/scheduled.tsx').then((m) => m.default) },
  organization: settings,
  settings,
  topics: { load: () => import('../screens/topics/topic-list.tsx').then((m) => m.default) },
  recent: { load: () => import('../screens/topics/recent.tsx').then((m) => m.default) },
};
