/** Places for players in a message. The browser's own players are there if ours cannot be loaded. */

import type { Client } from '../../../connection/client.ts';

export function makePlace(url: string, name: string): HTMLElement {
  const place = document.createElement('div');
  place.className = 'sound-place';
  place.dataset.url = url;
  place.dataset.name = name;
  const player = document.createElement('audio');
  player.controls = true;
  player.preload = 'none';
  player.src = url;
  player.setAttribute('aria-label', name);
  place.append(player);
  return place;
}

/** @returns removes the players, if there are any */
export function showPlayers(client: Client, content: Element | null): (() => void) | undefined {
  const places = [...(content?.querySelectorAll<HTMLElement>('.sound-place') ?? [])];
  if (places.length === 0) return undefined;
  let isShown = true;
  let remove: (() => void) | undefined;
  const show = async () => {
    const { mountPlayers } = await import('../sounds/mount.tsx');
    if (isShown) remove = mountPlayers(client, places);
  };
  show().catch(() => undefined);
  return () => {
    isShown = false;
    remove?.();
  };
}
