import { Component, type ComponentChildren } from 'preact';
import { t } from '../../view/text/text.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type Props = {
  /** Identifies the content: after a defect, other content is rendered again. */
  of?: string;
  children: ComponentChildren;
};

/** Limits a defect to one part of the page; drafts are stored elsewhere. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    console.error(error);
  }

  override componentDidUpdate({ of }: Props): void {
    if (of !== this.props.of && this.state.error !== undefined) this.setState({ error: undefined });
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <EmptyState title={t('frame.broken')}>
        <p>{t('frame.brokenHint')}</p>
        <p>
          <Button onClick={() => window.location.reload()}>{t('frame.reload')}</Button>
        </p>
      </EmptyState>
    );
  }
}
