/** Sections of the left side that are folded up, and channels whose read topics are shown. */
import { rememberedSet } from '../page/remembered.ts';

const sections = rememberedSet('heddle-folded');

export const folded = sections.value;
export const toggleSection = (section: string): void => sections.toggle(section);

const channels = rememberedSet('heddle-expanded');

export const expanded = channels.value;
/** @param key of the row of a channel */
export const toggleChannel = (key: string): void => channels.toggle(key);
