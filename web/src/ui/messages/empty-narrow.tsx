import type { Narrow } from '../../store/narrow.ts';
import { t, type TextKey } from '../../view/text.ts';
import { EmptyState } from '../base/empty-state.tsx';

const words: Partial<Record<Narrow['kind'], { title: TextKey; hint: TextKey }>> = {
  mentions: { title: 'messages.emptyMentions', hint: 'messages.emptyMentionsHint' },
  starred: { title: 'messages.emptyStarred', hint: 'messages.emptyStarredHint' },
  search: { title: 'messages.emptySearch', hint: 'messages.emptySearchHint' },
};

export function EmptyNarrow({ narrow }: { narrow: Narrow }) {
  const { title, hint } = words[narrow.kind] ?? { title: 'messages.empty', hint: 'messages.emptyTopic' };
  return <EmptyState title={t(title)}>{t(hint)}</EmptyState>;
}
