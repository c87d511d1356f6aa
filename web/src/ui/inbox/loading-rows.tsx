import { NotLoaded, type FirstLoad } from '../base/first-load.tsx';
import { Skeleton } from '../base/skeleton.tsx';

/** Shown in place of the rows of a list until they are loaded. */
export const LoadingRows = ({ first: { failed, ask } }: { first: FirstLoad }) =>
  failed === undefined ? <Skeleton kind="row" rows={12} /> : <NotLoaded failed={failed} onRetry={ask} />;
