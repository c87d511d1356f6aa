/**
 * Which option of a select is selected: happy-dom decides otherwise than browsers, and again for all options whenever one comes,
 * also with the whole select, which takes most of the time of a page with a list of time zones.
 */
import type { HTMLOptionElement, HTMLSelectElement } from 'happy-dom';
import * as symbols from 'happy-dom/lib/PropertySymbol.js';
import type { DomWindow } from './window.ts';

type Update = (this: HTMLSelectElement, option?: HTMLOptionElement) => void;
type Option = HTMLOptionElement & { [holderKey]?: HTMLSelectElement | null };
type Move = (this: Option) => void;

/** A property, not a WeakMap: the options of a list of time zones are many, and each garbage collection visits all of its entries. */
const holderKey = Symbol('select of an option');

/** Where several options say that they are selected the last one is: happy-dom takes the one whose index is their number. */
export function decideSelected({ HTMLSelectElement, HTMLOptionElement }: DomWindow): void {
  const select = HTMLSelectElement.prototype as unknown as Record<symbol, Update>;
  const update = select[symbols.updateSelectedness]!;
  let isSettled = false;

  select[symbols.updateSelectedness] = function updateLast(option) {
    if (isSettled) return;
    const all = [...this.querySelectorAll('option')];
    update.call(this, option ?? all.findLast(({ selected }) => selected));
  };

  const option = HTMLOptionElement.prototype as unknown as Record<symbol, Move>;
  for (const name of [symbols.connectedToNode, symbols.disconnectedFromNode]) {
    const move = option[name]!;
    option[name] = function moveAlone() {
      const holder = getSelect(this);
      isSettled = holder !== null && (this[holderKey] === holder || isOneMore(this, holder));
      move.call(this);
      isSettled = false;
      this[holderKey] = holder;
    };
  }
}

/** Whether a list with a choice just gets longer. */
const isOneMore = (option: HTMLOptionElement, select: HTMLSelectElement): boolean =>
  !option.selected && select.selectedIndex >= 0 && select.lastChild === option;

function getSelect({ parentElement }: HTMLOptionElement): HTMLSelectElement | null {
  const holder = parentElement?.tagName === 'OPTGROUP' ? parentElement.parentElement : parentElement;
  return holder?.tagName === 'SELECT' ? (holder as HTMLSelectElement) : null;
}
