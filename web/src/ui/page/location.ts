/** The address bar as a signal. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { isLayerEntry } from './layers.ts';
import { parseAddress, getPath, type Address, type ChannelNames } from '../../view/narrow/address.ts';

const here = (): Address => parseAddress(window.location.href);

const current = signal<Address>(here());
let shown = window.location.href;
export const address: ReadonlySignal<Address> = current;

let names: ChannelNames = { channel: () => undefined };

/** Addresses contain names of channels as soon as they are loaded. */
export function nameAddresses(by: ChannelNames): void {
  names = by;
}

/** The `href` of a link; clicking one navigates without loading the page. */
export const getHref = (to: Address): string => getPath(to, names);

let isReplaced = false;

/** Whether the history entry before this one is surely of the client, and not of the site that was open before. */
let isEntered = false;

/** Whether the address changed in place, as that of a renamed topic, without navigation. */
export const isSamePlace = (): boolean => isReplaced;

export function navigate(to: Address, how: 'push' | 'replace' = 'push'): void {
  const path = getHref(to);
  const isElsewhere = path !== window.location.pathname + window.location.search;
  if (how === 'replace' || (isElsewhere && isLayerEntry())) history.replaceState(null, '', path);
  else if (isElsewhere) {
    history.pushState(null, '', path);
    isEntered = true;
  }
  shown = window.location.href;
  isReplaced = how === 'replace';
  current.value = to;
}

/** @param home the screen to show if it is not known what was before */
export function goBack(home: Address): void {
  if (isEntered) history.back();
  else navigate(home);
}

/** The address of a link within this page; undefined for other links. */
function addressOfLink(link: HTMLAnchorElement): Address | undefined {
  if (link.origin !== window.location.origin || link.hasAttribute('download')) return undefined;
  const to = parseAddress(link.href);
  return to.screen === 'unknown' ? undefined : to;
}

/** An overlay has a history entry of its own with the same address. */
function follow(): void {
  if (window.location.href === shown) return;
  shown = window.location.href;
  isReplaced = false;
  isEntered = false;
  current.value = here();
}

/** Not with a modifier key, which asks for another tab or window. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Handles back and forward, and clicks on links within this page. */
export function listenToLocation(): void {
  window.addEventListener('popstate', follow);
  window.addEventListener('hashchange', follow);
  document.addEventListener('click', (event) => {
    if (!isPlainClick(event) || event.defaultPrevented) return;
    // Clicks have elements as targets.
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    const to = link === null ? undefined : addressOfLink(link);
    if (to === undefined) return;
    event.preventDefault();
    navigate(to);
  });
}
