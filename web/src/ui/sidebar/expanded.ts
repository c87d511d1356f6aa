/** Channels of the sidebar whose read topics are shown. */
import { rememberedSet } from '../page/remembered.ts';

const channels = rememberedSet('heddle-expanded');

export const expanded = channels.value;
/** @param key of the row of a channel */
export const toggleChannel = (key: string): void => channels.toggle(key);
