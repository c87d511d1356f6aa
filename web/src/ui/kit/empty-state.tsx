import type { ComponentChildren } from 'preact';
import './empty-state.css';

/** Says that a list is empty, and what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty-state">
      <h2 class="empty-state-title">{title}</h2>
      {children !== undefined && <div class="empty-state-hint">{children}</div>}
    </div>
  );
}
