import { useEffect, useMemo, useState } from 'preact/hooks';
import {
  toEmojiChoice,
  recentEntries,
  searchEmoji,
  type EmojiEntry,
  skinTones,
} from '../../../view/emoji/emoji.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { useId } from '../../kit/use-id.ts';
import { useClient } from '../../page/client.tsx';
import { loadEmoji, recentNames, rememberEmoji, skinTone, rememberTone } from './data.ts';
import { EmojiCell, EmojiGrid, getGridSize } from './emoji-grid.tsx';
import type { EmojiPanelProps } from './emoji-picker.tsx';
import { emojiCode } from '../../../view/emoji/emoji-parts.ts';
import { EmojiGlyph } from './emoji-glyph.tsx';
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
import { emojiCategories } from '../../../view/emoji/emoji-categories.ts';
import { Icon } from '../../kit/icon.tsx';
import './emoji-panel.css';

/** Search above, one heading at a time beneath. The field keeps the focus: arrows move over the emoji, Enter takes one. */
export function EmojiPanel({ onChoose, onClose, hasTones = false }: EmojiPanelProps) {
  const [entries, retry] = useEntries();
  const id = useId();
  const grid = useMemo(getGridSize, []);
  const tone = hasTones ? skinTone.value : '';
  const { query, tab, shown, active, setActive, type, goTo } = useShown(entries);
  const choose = (index: number, keepsOpen: boolean) => {
    const entry = shown[index];
    if (entry === undefined) return;
    rememberEmoji(entry.emoji_name);
    if (!keepsOpen) onClose();
    onChoose(toEmojiChoice(entry, tone));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = nextIndex(event, { at: active, size: shown.length, query, columns: grid.columns });
    if (event.key === 'Enter') choose(active, event.shiftKey);
    else if (to === undefined) return;
    else setActive(to);
    event.preventDefault();
  };
  if (entries === 'failed') return <Failed retry={retry} />;
  return (
    <div class="emoji-panel" style={{ width: `${Math.max(320, grid.columns * grid.cellPx + 18)}px` }}>
      <div class="emoji-panel-top">
        <SearchField
          aria={getAria(id, shown[active] === undefined ? undefined : active)}
          query={query}
          onInput={type}
          onKeyDown={onKeyDown}
        />
        {hasTones && <ToneChoice />}
      </div>
      <Tabs tab={query === '' ? tab : undefined} hasCustom={hasCustom(entries)} onChoose={goTo} />
      {entries !== undefined && shown.length === 0 && (
        <p class="emoji-panel-nothing">{t('common.nothingFound')}</p>
      )}
      <EmojiGrid
        {...grid}
        id={id}
        shown={shown}
        active={active}
        wanted={`${tab} ${query}`}
        isTyped={query !== ''}
        tone={tone}
        onActive={setActive}
        onChoose={choose}
      />
      <Name of={shown[active]} tone={tone} />
    </div>
  );
}

/** What is searched for or, without that, the heading; and which of its emoji Enter takes. */
function useShown(entries: readonly EmojiEntry[] | 'failed' | undefined) {
  const [query, setQuery] = useState('');
  const [tab, setTab] = useState<Tab>('recent');
  const [active, setActive] = useState(0);
  const recent = recentNames.value;
  const shown = useMemo(() => getShown(entries ?? [], { query, tab, recent }), [entries, query, tab, recent]);
  const type = (text: string) => {
    setQuery(text);
    setActive(0);
  };
  const goTo = (next: Tab) => {
    type('');
    setTab(next);
  };
  return { query, tab, shown, active, setActive, type, goTo };
}

const Failed = ({ retry }: { retry: () => void }) => (
  <div class="emoji-panel emoji-panel-failed" role="alert">
    <p>{t('common.unreachable')}</p>
    <Button onClick={retry}>{t('common.retry')}</Button>
  </div>
);

const getAria = (id: string, active: number | undefined) => ({
  role: 'combobox' as const,
  'aria-autocomplete': 'list' as const,
  'aria-expanded': true,
  'aria-controls': `${id}-list`,
  'aria-activedescendant': active === undefined ? undefined : `${id}-${active}`,
});

type SearchFieldProps = {
  aria: ReturnType<typeof getAria>;
  query: string;
  onInput: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

const SearchField = ({ aria, query, onInput, onKeyDown }: SearchFieldProps) => (
  <input
    class="field-control"
    type="search"
    placeholder={t('emoji.search')}
    aria-label={t('emoji.search')}
    {...aria}
    autoComplete="off"
    spellcheck={false}
    value={query}
    onInput={(event) => onInput(event.currentTarget.value)}
    onKeyDown={onKeyDown}
  />
);

/** Shows the name of the emoji that Enter takes. */
const Name = ({ of: entry, tone }: { of: EmojiEntry | undefined; tone: string }) => (
  <p class="emoji-panel-name one-line" aria-hidden="true">
    {entry && (
      <>
        <EmojiCell entry={entry} tone={tone} />
        <span>:{entry.emoji_name}:</span>
      </>
    )}
  </p>
);

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

const handWithTone = (tone: string) => {
  const text = `✋${tone}`;
  return { code: emojiCode(text), text, name: 'hand' };
};

/** A hand in the chosen tone, which unfolds into all of them. */
function ToneChoice() {
  const [isOpen, setOpen] = useState(false);
  const choose = (tone: string) => {
    rememberTone(tone);
    setOpen(false);
  };
  return (
    <div class="emoji-panel-tones" role="radiogroup" aria-label={t('emoji.tone')}>
      {(isOpen ? skinTones : [skinTone.value]).map((tone, index) => (
        <button
          type="button"
          key={tone}
          class="emoji-panel-tab"
          role="radio"
          aria-checked={tone === skinTone.value}
          aria-label={isOpen ? t('emoji.toneNumber', { count: index }) : t('emoji.tone')}
          onClick={() => (isOpen ? choose(tone) : setOpen(true))}
        >
          <EmojiGlyph glyph={handWithTone(tone)} class="emoji-panel-image" />
        </button>
      ))}
    </div>
  );
}

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

type TabsProps = { tab: Tab | undefined; hasCustom: boolean; onChoose: (tab: Tab) => void };

/** One for each heading. */
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
