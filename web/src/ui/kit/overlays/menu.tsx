import type { LucideIcon } from 'lucide-preact';
import { useRef } from 'preact/hooks';
import { keyLabel, type KeyCommand } from '../../../view/text/keys.ts';
import { withEmoji } from '../emoji-text.tsx';
import { isMac } from '../../page/keyboard.ts';
import { Icon } from '../icon.tsx';
import './menu.css';
import { Popover } from './popover.tsx';

export type MenuItem =
  | {
      text: string;
      icon?: LucideIcon;
      command?: KeyCommand;
      /** Distinguishes it from similar items; shown in place of the key. */
      hint?: string;
      isDanger?: boolean;
      isDisabled?: boolean;
      /** Set for items that are on or off. */
      isChecked?: boolean;
      onChoose: () => void;
    }
  | 'line';

export type MenuProps = {
  anchor: Element;
  label: string;
  items: readonly MenuItem[];
  onClose: () => void;
  align?: 'start' | 'end';
};

/** Arrows move, letters jump, Enter chooses, Escape and Tab close. */
export function Menu({ anchor, label, items, onClose, align = 'start' }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const hasIcons = items.some((item) => item !== 'line' && item.icon !== undefined);
  const all = () => [
    ...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)') ?? []),
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const rows = all();
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const to = nextIndex(event.key, at, rows);
    if (event.key === 'Tab') onClose();
    if (to === undefined) return;
    event.preventDefault();
    rows[to]?.focus();
  };
  return (
    <Popover anchor={anchor} label={label} role="menu" onClose={onClose} align={align}>
      <div class="menu" ref={list} onKeyDown={onKeyDown}>
        {items.map((item, i) => (
          <MenuRow key={i} item={item} hasIcons={hasIcons} onClose={onClose} />
        ))}
      </div>
    </Popover>
  );
}

function nextIndex(key: string, at: number, rows: readonly HTMLElement[]): number | undefined {
  const last = rows.length - 1;
  if (key === 'ArrowDown') return at >= last ? 0 : at + 1;
  if (key === 'ArrowUp') return at <= 0 ? last : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key.length !== 1 || key === ' ') return undefined;
  const starts = (row: HTMLElement) =>
    row.textContent.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase());
  const found = [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(starts);
  return found && rows.indexOf(found);
}

type MenuRowProps = { item: MenuItem; hasIcons: boolean; onClose: () => void };

function MenuRow({ item, hasIcons, onClose }: MenuRowProps) {
  if (item === 'line') return <div class="menu-line" role="separator" />;
  const choose = () => {
    onClose();
    item.onChoose();
  };
  const isToggle = item.isChecked !== undefined;
  // Empty for a command whose key another one has been given.
  const key = item.command && keyLabel(item.command, isMac);
  return (
    <button
      type="button"
      class={item.isDanger === true ? 'menu-item menu-item-danger' : 'menu-item'}
      role={isToggle ? 'menuitemcheckbox' : 'menuitem'}
      aria-checked={item.isChecked}
      disabled={item.isDisabled ?? false}
      tabIndex={-1}
      onClick={choose}
      onPointerMove={(event) => event.currentTarget.focus()}
    >
      {hasIcons && <span class="menu-icon">{item.icon && <Icon of={item.icon} />}</span>}
      <span class="menu-text one-line">{withEmoji(item.text)}</span>
      {item.isChecked === true && <span aria-hidden="true">✓</span>}
      {item.hint !== undefined && <span class="menu-key numeric">{item.hint}</span>}
      {key && <kbd class="menu-key">{key}</kbd>}
    </button>
  );
}
