import { t } from '../../view/text/text.ts';
import './skeleton.css';

/** Grey lines of the height of the content; shown after 150 ms, so that fast responses do not flicker. */
export function Skeleton({ rows = 6, kind = 'message' }: { rows?: number; kind?: 'message' | 'row' }) {
  return (
    <div class="skeleton" role="status" aria-label={t('common.loading')}>
      {Array.from({ length: rows }, (_, i) => (
        <div class="skeleton-row" key={i}>
          {kind === 'message' && <span class="skeleton-avatar" />}
          <span class="skeleton-lines">
            <span class="skeleton-line" style={{ width: `${18 + ((i * 7) % 12)}%` }} />
            {kind === 'message' && (
              <span class="skeleton-line" style={{ width: `${52 + ((i * 23) % 38)}%` }} />
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
