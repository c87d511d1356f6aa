import { lateModule } from '../../page/late.tsx';

/** What edits messages is needed after the list of them. */
export const withEdit = lateModule(() => import('../../message-actions/edit.ts'));
