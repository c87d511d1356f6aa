/** Whose card is open, and beside what. */
import { signal } from '@preact/signals';

export const openedCard = signal<{ userId: number; anchor: Element } | undefined>(undefined);
