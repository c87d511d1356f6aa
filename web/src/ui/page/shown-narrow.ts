import { signal } from '@preact/signals';
import type { Narrow } from '../../store/narrow/narrow.ts';

/** The narrow that is open, for actions that apply to it. */
export const shownNarrow = signal<Narrow>({ kind: 'feed' });
