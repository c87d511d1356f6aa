/** Sections of the left side that are folded up. */
import { rememberedSet } from '../page/remembered.ts';

const sections = rememberedSet('heddle-folded');

export const folded = sections.value;
export const toggleSection = (section: string): void => sections.toggle(section);
