import type { Narrow } from '../../store/messages/narrow.ts';
import { t, type TextKey } from '../../view/text/text.ts';
import { writingObjection } from '../../view/compose/writing-rights.ts';
import { EmptyState } from '../base/empty-state.tsx';
import { getTarget } from '../compose/state/state.ts';
import { useClient } from '../page/client.tsx';

const words: Partial<Record<Narrow['kind'], { title: TextKey; hint: TextKey }>> = {
  mentions: { title: 'messages.emptyMentions', hint: 'messages.emptyMentionsHint' },
  starred: { title: 'messages.emptyStarred', hint: 'messages.emptyStarredHint' },
  search: { title: 'messages.emptySearch', hint: 'messages.emptySearchHint' },
};

export function EmptyNarrow({ narrow }: { narrow: Narrow }) {
  const { live } = useClient();
  const own = getTarget(narrow);
  // Compose says why below.
  if (own !== undefined && writingObjection(live, own, []) !== undefined)
    return <EmptyState title={t('messages.empty')} />;
  const { title, hint } = words[narrow.kind] ?? { title: 'messages.empty', hint: 'messages.emptyTopic' };
  return <EmptyState title={t(title)}>{t(hint)}</EmptyState>;
}
