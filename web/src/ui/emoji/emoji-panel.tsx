import {
  Car,
  Clock,
  Flag,
  Hash,
  Leaf,
  Lightbulb,
  Smile,
  Sparkles,
  Trophy,
  User,
  Utensils,
  type LucideIcon,
} from 'lucide-preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { emojiCategories } from '../../view/emoji/emoji-categories.ts';
import { emojiCode } from '../../view/emoji/emoji-parts.ts';
import {
  toEmojiChoice,
  recentEntries,
  searchEmoji,
  withTone,
  type EmojiEntry,
} from '../../view/emoji/emoji.ts';
import { t } from '../../view/text/text.ts';
import { Button } from '../base/button.tsx';
import { Icon } from '../base/icon.tsx';
import { EmojiGlyph } from '../messages/reactions.tsx';
import { useClient } from '../page/client.tsx';
import { useSettled } from '../page/quiet.ts';
import { loadEmoji, recentNames, rememberEmoji, skinTone } from './data.ts';
import type { EmojiPanelProps } from './emoji-picker.tsx';
import './emoji-panel.css';
import { ToneChoice } from './tone-choice.tsx';
import { useId } from '../base/use-id.ts';

/** Cells are as large as a finger where fingers point. */
function getGrid(): { columns: number; cellPx: number } {
  if (!matchMedia('(pointer: coarse)').matches) return { columns: 8, cellPx: 38 };
  const cellPx = 44;
  // The popover is at most 360 px wide, with 8 px at each side.
  const widthPx = Math.min(360, window.innerWidth - 16) - 18;
  return { columns: Math.max(1, Math.floor(widthPx / cellPx)), cellPx };
}

/** Those in view, and those that scrolling will show before it is noticed: only they load their pictures. */
const rowsNear = 14;
/** Those in view alone, while one types: the others are drawn a moment later. */
const rowsInView = 7;
/** Of which the first have their pictures at once: each is a request. */
const rowsWithPictures = 2;
const tabs = ['recent', 'custom', ...emojiCategories] as const;
type Tab = (typeof tabs)[number];

const icons: Record<Tab, LucideIcon> = {
  recent: Clock,
  custom: Sparkles,
  smileys: Smile,
  people: User,
  nature: Leaf,
  food: Utensils,
  activity: Trophy,
  travel: Car,
  objects: Lightbulb,
  symbols: Hash,
  flags: Flag,
};

/** Search above, one heading at a time beneath. The field keeps the focus: arrows move over the emoji, Enter takes one. */
export function EmojiPanel({ onChoose, onClose, hasTones = false }: EmojiPanelProps) {
  const [entries, retry] = useEntries();
  const [query, setQuery] = useState('');
  const [tab, setTab] = useState<Tab>('recent');
  const [active, setActive] = useState(0);
  const id = useId();
  const grid = useMemo(getGrid, []);
  const tone = hasTones ? skinTone.value : '';
  const recent = recentNames.value;
  const shown = useMemo(() => getShown(entries ?? [], { query, tab, recent }), [entries, query, tab, recent]);
  const choose = (index: number, keepsOpen: boolean) => {
    const entry = shown[index];
    if (entry === undefined) return;
    rememberEmoji(entry.emoji_name);
    if (!keepsOpen) onClose();
    onChoose(toEmojiChoice(entry, tone));
  };
  const goTo = (next: Tab) => {
    setQuery('');
    setTab(next);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextIndex(event, { at: active, size: shown.length, query, columns: grid.columns });
    if (event.key === 'Enter') choose(active, event.shiftKey);
    else if (to === undefined) return;
    else setActive(to);
    event.preventDefault();
  };
  if (entries === 'failed') {
    return (
      <div class="emoji-panel emoji-panel-failed" role="alert">
        <p>{t('common.unreachable')}</p>
        <Button onClick={retry}>{t('common.retry')}</Button>
      </div>
    );
  }
  const current = shown[active];
  return (
    <div class="emoji-panel" style={{ width: `${Math.max(320, grid.columns * grid.cellPx + 18)}px` }}>
      <div class="emoji-panel-top">
        <input
          class="field-control"
          type="search"
          placeholder={t('emoji.search')}
          aria-label={t('emoji.search')}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={current === undefined ? undefined : `${id}-${active}`}
          autoComplete="off"
          value={query}
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        {hasTones && <ToneChoice />}
      </div>
      <Tabs tab={query === '' ? tab : undefined} hasCustom={hasCustom(entries)} onChoose={goTo} />
      {entries !== undefined && shown.length === 0 && (
        <p class="emoji-panel-nothing">{t('common.nothingFound')}</p>
      )}
      <Grid
        {...grid}
        id={id}
        shown={shown}
        active={active}
        wanted={`${tab} ${query}`}
        isTyped={query !== ''}
        tone={tone}
        onActive={setActive}
        onChoose={(index, keepsOpen) => choose(index, keepsOpen)}
      />
      <p class="emoji-panel-name one-line" aria-hidden="true">
        {current && (
          <>
            <EmojiCell entry={current} tone={tone} />
            <span>:{current.emoji_name}:</span>
          </>
        )}
      </p>
    </div>
  );
}

/** undefined while they are on their way. */
function useEntries(): [readonly EmojiEntry[] | 'failed' | undefined, () => void] {
  const { live } = useClient();
  const [entries, setEntries] = useState<readonly EmojiEntry[] | 'failed'>();
  const load = () => {
    setEntries(undefined);
    loadEmoji(live).then(setEntries, () => setEntries('failed'));
  };
  useEffect(load, []);
  return [entries, load];
}

const hasCustom = (entries: readonly EmojiEntry[] | undefined): boolean =>
  entries?.[0]?.category === 'custom';

type Wish = { query: string; tab: Tab; recent: readonly string[] };

function getShown(
  entries: readonly EmojiEntry[] | 'failed',
  { query, tab, recent }: Wish,
): readonly EmojiEntry[] {
  if (entries === 'failed') return [];
  if (query.trim() !== '') return searchEmoji(entries, query);
  if (tab === 'recent') return recentEntries(entries, recent);
  return entries.filter((entry) => entry.category === tab);
}

type Position = { at: number; size: number; query: string; columns: number };

function nextIndex(event: KeyboardEvent, { at, size, query, columns }: Position): number | undefined {
  const steps: Record<string, number> = { ArrowDown: columns, ArrowUp: -columns };
  // In a text that is being typed they move the caret.
  if (query === '' || at > 0) Object.assign(steps, { ArrowRight: 1, ArrowLeft: -1 });
  const step = steps[event.key];
  if (step === undefined || size === 0) return undefined;
  return Math.max(0, Math.min(size - 1, at + step));
}

type TabsProps = { tab: Tab | undefined; hasCustom: boolean; onChoose: (tab: Tab) => void };

function Tabs({ tab, hasCustom, onChoose }: TabsProps) {
  return (
    <div class="emoji-panel-tabs" role="toolbar" aria-label={t('emoji.categories')}>
      {tabs
        .filter((each) => each !== 'custom' || hasCustom)
        .map((each) => (
          <button
            type="button"
            key={each}
            class="emoji-panel-tab"
            aria-pressed={each === tab}
            aria-label={t(`emoji.${each}`)}
            title={t(`emoji.${each}`)}
            onClick={() => onChoose(each)}
          >
            <Icon of={icons[each]} />
          </button>
        ))}
    </div>
  );
}

type GridProps = ReturnType<typeof getGrid> & {
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

function Grid(props: GridProps) {
  const { columns, cellPx, id, shown, active, wanted, isTyped, tone, onActive, onChoose } = props;
  const current = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const [isSettled, settle] = useSettled(wanted);
  const drawn = isSettled ? shown : shown.slice(0, Math.max(columns * rowsInView, active + 1));
  useLayoutEffect(() => current.current?.scrollIntoView({ block: 'nearest' }), [active, shown[0]]);
  const onScroll = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    if (currentTarget.scrollTop > 0) settle();
    // Rows come into view by fours.
    setScrolled(Math.floor(currentTarget.scrollTop / (4 * cellPx)) * 4);
  };
  const isNear = (index: number) => {
    const row = Math.floor(index / columns);
    if (isTyped && !isSettled && row >= rowsWithPictures) return false;
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
    >
      {drawn.map((entry, index) => (
        <div
          key={`${entry.reaction_type} ${entry.emoji_code}`}
          id={`${id}-${index}`}
          class="emoji-panel-cell"
          role="option"
          aria-label={entry.emoji_name.replaceAll('_', ' ')}
          aria-selected={index === active}
          ref={index === active ? current : null}
          onPointerMove={() => index !== active && onActive(index)}
          onClick={(event) => onChoose(index, event.shiftKey)}
        >
          {isNear(index) && <EmojiCell entry={entry} tone={tone} />}
        </div>
      ))}
    </div>
  );
}

function EmojiCell({ entry: { glyph, emoji_name }, tone }: { entry: EmojiEntry; tone: string }) {
  const toned = tone !== '' && 'text' in glyph ? withTone(glyph.text, tone) : undefined;
  const shown = toned === undefined ? glyph : { code: emojiCode(toned), text: toned, name: emoji_name };
  return <EmojiGlyph glyph={shown} class="emoji-panel-image" />;
}
