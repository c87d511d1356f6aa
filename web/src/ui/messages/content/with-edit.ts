import { lateModule } from '../../page/late.tsx';

/** Loads the code for editing, which is needed only after the list. */
export const withEdit = lateModule(() => import('../../message-actions/edit.ts'));
