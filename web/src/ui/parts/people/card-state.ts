/** The user of the open card, and its anchor. */
import { signal } from '@preact/signals';

export const openedCard = signal<{ userId: number; anchor: Element } | undefined>(undefined);
