import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { emojiCode } from '../../../view/emoji/emoji-parts.ts';
import { withTone, type EmojiEntry } from '../../../view/emoji/emoji.ts';
import { t } from '../../../view/text/text.ts';
import { EmojiGlyph } from './emoji-glyph.tsx';
import { useSettled } from '../../page/quiet.ts';

type GridSize = { columns: number; cellPx: number };

/** Cells are as large as a finger where fingers point. */
export function getGridSize(): GridSize {
  if (!matchMedia('(pointer: coarse)').matches) return { columns: 8, cellPx: 38 };
  const cellPx = 44;
  // The popover is at most 360 px wide, with 8 px at each side.
  const widthPx = Math.min(360, window.innerWidth - 16) - 18;
  return { columns: Math.max(1, Math.floor(widthPx / cellPx)), cellPx };
}

/** Those in view, and those that scrolling will show before it is noticed: only they load their pictures. */
const rowsNear = 14;
/** The only ones that are drawn while one types, since each picture is a request. */
const rowsWhileTyping = 2;

type GridProps = GridSize & {
  id: string;
  shown: readonly EmojiEntry[];
  active: number;
  /** The heading, or what is typed. */
  wanted: string;
  /** Something was typed, and with the next letter others are shown. */
  isTyped: boolean;
  tone: string;
  onActive: (index: number) => void;
  onChoose: (index: number, keepsOpen: boolean) => void;
};

/** The emoji of a heading or of a search. The field above keeps the focus. */
export function EmojiGrid(props: GridProps) {
  const { columns, cellPx, id, shown, active, wanted, isTyped, tone, onActive, onChoose } = props;
  const current = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const [isSettled, settle] = useSettled(wanted);
  const isChanging = isTyped && !isSettled;
  const drawn = isChanging ? shown.slice(0, Math.max(columns * rowsWhileTyping, active + 1)) : shown;
  useLayoutEffect(() => current.current?.scrollIntoView({ block: 'nearest' }), [active, shown[0]]);
  const onScroll = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    if (currentTarget.scrollTop > 0) settle();
    // Rows come into view by fours.
    setScrolled(Math.floor(currentTarget.scrollTop / (4 * cellPx)) * 4);
  };
  const isNear = (index: number) => {
    const row = Math.floor(index / columns);
    return row >= scrolled - 4 && row < scrolled + rowsNear;
  };
  return (
    <div
      class="emoji-panel-grid"
      role="listbox"
      id={`${id}-list`}
      aria-label={t('emoji.picker')}
      style={{ gridTemplateColumns: `repeat(${columns}, 1fr)`, gridAutoRows: `${cellPx}px` }}
      onScroll={onScroll}
      onPointerMove={({ target }) => {
        const index = getIndex(target);
        if (index !== undefined && index !== active) onActive(index);
      }}
      onClick={({ target, shiftKey }) => {
        const index = getIndex(target);
        if (index !== undefined) onChoose(index, shiftKey);
      }}
    >
      {drawn.map((entry, index) => (
        <div
          key={`${entry.reaction_type} ${entry.emoji_code}`}
          id={`${id}-${index}`}
          class="emoji-panel-cell"
          role="option"
          aria-label={entry.emoji_name.replaceAll('_', ' ')}
          aria-selected={index === active}
          data-index={index}
          ref={index === active ? current : null}
        >
          {isNear(index) && <EmojiCell entry={entry} tone={tone} />}
        </div>
      ))}
    </div>
  );
}

/** The index of the cell that an event is in. One listener serves all cells, since a letter replaces most of them. */
function getIndex(target: EventTarget | null): number | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.emoji-panel-cell') : null;
  return cell === null ? undefined : Number(cell.dataset.index);
}

export function EmojiCell({ entry: { glyph, emoji_name }, tone }: { entry: EmojiEntry; tone: string }) {
  const toned = tone !== '' && 'text' in glyph ? withTone(glyph.text, tone) : undefined;
  const shown = toned === undefined ? glyph : { code: emojiCode(toned), text: toned, name: emoji_name };
  return <EmojiGlyph glyph={shown} class="emoji-panel-image" />;
}
