/** What a list is given, and what it offers. */
import type { Virtualizer } from '@tanstack/virtual-core';
import type { ComponentChildren, Ref } from 'preact';

export type List = Virtualizer<HTMLDivElement, HTMLDivElement>;

export type VirtualListHandle = {
  scrollTo(index: number, align: 'start' | 'center' | 'end' | 'auto'): void;
  scrollToEnd(): void;
  isAtEnd(): boolean;
  element(): HTMLElement | null;
  /** Indexes of the first and last row whose lower edge is in view; -1 if there is none. */
  visible(): { first: number; last: number };
};

/** Indexes of the first and last row that something stands for, and what: it has `position: sticky`. */
export type Pinned = { first: number; last: number; content: ComponentChildren };

export type VirtualListProps<Item> = {
  items: readonly Item[];
  /** Identifies a row when it moves: heights and the position in view are kept by it. Depends on the row only. */
  getKey: (item: Item) => string | number;
  /** Estimated height in px of a row that was not yet shown. Depends on the row only. */
  estimate: (item: Item) => number;
  /** Reads no signal itself: that is for the components which it gives. A row in view is not drawn again while one scrolls. */
  render: (item: Item, index: number) => ComponentChildren;
  label: string;
  /** `end`: opens at the bottom, stays there while it is there, and holds its place when rows come in above. */
  anchor?: 'start' | 'end';
  /** More is to come below: anyone who is at the end of what is there stays where they are when it does. */
  hasMore?: boolean;
  /** Other rows come with each letter that is typed: those around the ones in view are drawn once no more are typed. */
  isFiltered?: boolean;
  /** Row to open at, with its upper edge a little below the top. */
  openAt?: number | undefined;
  /** Px from an end at which more should be fetched; from further away while one scrolls towards it. */
  nearness?: number;
  onNearStart?: (() => void) | undefined;
  onNearEnd?: (() => void) | undefined;
  onScroll?: (() => void) | undefined;
  /** What stays at the upper edge as long as the row with this index, which is there, or others that it stands for. */
  pinned?: ((index: number) => Pinned | undefined) | undefined;
  /** Rows are named by a role of their own. */
  rowRole?: 'listitem' | 'presentation';
  class?: string;
  /** Where nothing in its rows takes the focus: it is scrolled by the keys of the browser. */
  isInTabOrder?: boolean;
  handle?: Ref<VirtualListHandle>;
};
