/**
 * Parts of the page outside the first load. Each is loaded when it is first rendered, or earlier once the page is idle.
 * A part that cannot be loaded says so; it is requested again when it is rendered again, or by its button.
 */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../../view/text/text.ts';
import { Button } from '../button.tsx';
import { toast } from './toast.tsx';
import './late.css';
import { whenQuiet } from '../../page/quiet.ts';

type Closable = { onClose: () => void };
type Retry = { onRetry: () => void };

type Options = {
  /** Preloaded when the page is idle, since a key or click is likely to need it. */
  isAhead?: boolean;
};

type LateOptions<Props> = Options & {
  /** Shown until the part is loaded. */
  Waiting?: ComponentType<Props>;
  /** Shown if it could not be loaded. */
  Failed?: ComponentType<Props & Retry>;
};

type State<Props> = { kind: 'new' | 'loading' | 'failed' } | { kind: 'here'; Part: ComponentType<Props> };

/** Loads an overlay when it is first shown; if it cannot be loaded, it is closed. */
export const late = <Props extends Closable>(
  load: () => Promise<ComponentType<Props>>,
  options?: Options,
): ComponentType<Props> => latePart(load, { ...options, Failed: ClosedAgain });

/** Loads a part of the page when it is first shown. */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Waiting, Failed = NotHere, isAhead = false }: LateOptions<Props> = {},
): ComponentType<Props> & { load: () => Promise<void> } {
  const state = signal<State<Props>>({ kind: 'new' });
  const ask = async (): Promise<void> => {
    const { kind } = state.peek();
    if (kind === 'loading' || kind === 'here') return;
    state.value = { kind: 'loading' };
    try {
      state.value = { kind: 'here', Part: await load() };
      if (kind === 'failed') closeNotice?.();
    } catch {
      state.value = { kind: 'failed' };
    }
  };
  if (isAhead) loadAhead(ask);
  function Late(props: Props) {
    // After a failure, or for another part, it is loaded again.
    const [isAsked, setAsked] = useState(false);
    useEffect(() => {
      void ask();
      setAsked(true);
    }, []);
    const now = state.value;
    if (now.kind === 'here') return <now.Part {...props} />;
    if (now.kind === 'failed' && isAsked) return <Failed {...props} onRetry={() => void ask()} />;
    return Waiting === undefined ? null : <Waiting {...props} />;
  }
  return Object.assign(Late, { load: ask });
}

/**
 * Functions that are loaded in advance, or when they are first called.
 * @returns undefined if loading failed, which has been reported
 */
export function lateModule<Module>(load: () => Promise<Module>) {
  loadAhead(async () => void (await load().catch(() => undefined)));
  return async <Result,>(use: (module: Module) => Result): Promise<Awaited<Result> | undefined> => {
    const module = await load().catch(showNotLoaded);
    return module === undefined ? undefined : await use(module);
  };
}

const ahead: (() => Promise<void>)[] = [];
let mayLoad = false;

/** Preloads the parts that are likely to be needed next, one after another. */
export function beginLoadingAhead(): void {
  if (mayLoad) return;
  mayLoad = true;
  loadNext();
}

function loadAhead(load: () => Promise<void>): void {
  ahead.push(load);
  if (mayLoad && ahead.length === 1) loadNext();
}

function loadNext(): void {
  const [next] = ahead;
  if (next === undefined) return;
  whenQuiet(() => {
    void next().then(() => {
      ahead.shift();
      loadNext();
    });
  });
}

/** Some browsers do not request a failed script again: only a reload helps. */
export const reload = (): void => window.location.reload();

let closeNotice: (() => void) | undefined;

/** One at a time, and gone once the part is loaded after all or the network is back. */
export function showNotLoaded(): void {
  closeNotice?.();
  const action = { text: t('frame.reload'), onChoose: reload };
  closeNotice = toast({ text: t('frame.notLoaded'), kind: 'error', action });
  window.addEventListener('online', closeNotice, { once: true });
}

function ClosedAgain({ onClose }: Closable) {
  useEffect(() => {
    onClose();
    showNotLoaded();
  }, []);
  return null;
}

function NotHere({ onRetry }: Retry) {
  return (
    <p class="late-failed" role="alert">
      <span>{t('frame.notLoaded')}</span>
      <Button kind="quiet" onClick={onRetry}>
        {t('common.retry')}
      </Button>
      <Button kind="quiet" onClick={reload}>
        {t('frame.reload')}
      </Button>
    </p>
  );
}
