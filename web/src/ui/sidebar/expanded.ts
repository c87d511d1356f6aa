/** Channels of the sidebar whose read topics are shown: those that the person expanded, and the open one. */
import { computed } from '@preact/signals';
import type { SidebarChoices } from '../../view/channels/sidebar.ts';
import { address } from '../page/location.ts';
import { rememberedSet } from '../page/remembered.ts';

const expanded = rememberedSet('heddle-expanded');
/** Not even while they are open. */
const collapsed = rememberedSet('heddle-collapsed');

type TopicsShownOf = Pick<SidebarChoices, 'active' | 'expanded' | 'collapsed'>;

export const topicsShownOf = computed((): TopicsShownOf => {
  const here = address.value;
  const channel =
    here.screen === 'topics' ? ({ kind: 'channel', channelId: here.channelId } as const) : undefined;
  return {
    active: here.screen === 'narrow' ? here.narrow : channel,
    expanded: expanded.value.value,
    collapsed: collapsed.value.value,
  };
});

/** @param key of the row of a channel */
export function toggleChannel(key: string, isExpanded: boolean): void {
  if (expanded.value.peek().has(key) === isExpanded) expanded.toggle(key);
  if (collapsed.value.peek().has(key) !== isExpanded) collapsed.toggle(key);
}
