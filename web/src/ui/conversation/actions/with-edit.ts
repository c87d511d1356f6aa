import { lateModule } from '../../kit/toasts/late.tsx';

/** Loads the code for editing, which is needed only after the list. */
export const withEdit = lateModule(() => import('./edit.ts'));
