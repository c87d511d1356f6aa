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
import { t } from '../../../view/text/text.ts';
import { Icon } from '../../kit/icon.tsx';

const tabs = ['recent', 'custom', ...emojiCategories] as const;
export type Tab = (typeof tabs)[number];

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
export function Tabs({ tab, hasCustom, onChoose }: TabsProps) {
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
