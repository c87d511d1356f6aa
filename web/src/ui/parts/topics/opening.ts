import { signal } from '@preact/signals';

/** The open channel, while it is not known yet which of its topics is to be shown. */
export const openingChannel = signal<number | undefined>(undefined);
