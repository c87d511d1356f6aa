import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../view/text/text.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import { useLayer } from '../page/layers.ts';
import { address } from '../page/location.ts';
import './frame.css';
import { useFrameCommands } from './frame-commands.ts';
import { closeDrawers, isCompact, isLeftOpen, isPhone, isRightOpen } from '../page/layout.ts';
import { Middle } from './middle.tsx';
import { usePlaceCommands } from './place-commands.ts';
import { PeopleSide, Sidebar } from './sides.tsx';

/** Sidebar, middle column, user list, and the connection state above them. */
export function Frame({ bar }: { bar: ComponentChildren }) {
  useFrameCommands();
  usePlaceCommands();
  // Not rendered again on navigation: the sides stay the same.
  useEffect(() => address.subscribe(closeDrawers), []);
  return (
    <div class="frame">
      <a class="frame-skip" href="#middle" onClick={skip}>
        {t('frame.skip')}
      </a>
      {bar}
      <Side name="left" isOpen={isLeftOpen.value} isDrawer={isPhone.value} label={t('frame.left')}>
        <Sidebar />
      </Side>
      <main class="frame-middle" id="middle" tabIndex={-1}>
        <Middle />
      </main>
      <Side name="right" isOpen={isRightOpen.value} isDrawer={isCompact.value} label={t('frame.right')}>
        <PeopleSide />
      </Side>
    </div>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById('middle')?.focus();
}

type SideProps = {
  name: 'left' | 'right';
  isOpen: boolean;
  isDrawer: boolean;
  label: string;
  children: ComponentChildren;
};

/** A column, or a drawer over the conversation that takes the focus and returns it. */
function Side({ name, isOpen, isDrawer, label, children }: SideProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isDrawer || !isOpen) return undefined;
    // Elements of HTML and SVG can be focused; both have `focus`.
    const before = document.activeElement as HTMLElement | null;
    ref.current?.focus();
    return () => before?.focus();
  }, [isDrawer, isOpen]);
  useLayer(isDrawer && isOpen, closeDrawers);
  const isShown = isDrawer || name === 'right' ? isOpen : true;
  if (!isShown) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isDrawer || event.key !== 'Escape') return;
    event.stopPropagation();
    closeDrawers();
  };
  const Tag = name === 'left' ? 'nav' : 'aside';
  const kind = `frame-side frame-${name} ${isDrawer ? 'frame-drawer' : ''}`;
  return (
    <>
      {isDrawer && <div class="frame-scrim" onClick={closeDrawers} />}
      <Tag class={kind} aria-label={label} ref={ref} tabIndex={-1} onKeyDown={onKeyDown}>
        {children}
      </Tag>
    </>
  );
}

/** The placeholder before the first response. */
export function FrameSkeleton({ bar }: { bar: ComponentChildren }) {
  // Loaded during the registration; on a phone both sides are collapsed.
  useEffect(() => {
    if (!isPhone.peek()) void Sidebar.load();
    if (isRightOpen.peek() && !isCompact.peek()) void PeopleSide.load();
  }, []);
  return (
    <div class="frame">
      {bar}
      {!isPhone.value && (
        <nav class="frame-side frame-left" aria-label={t('frame.left')}>
          <Skeleton kind="row" rows={14} />
        </nav>
      )}
      <main class="frame-middle">
        <div class="frame-header" />
        <div class="frame-column">
          <Skeleton rows={8} />
        </div>
      </main>
      {isRightOpen.value && !isCompact.value && (
        <aside class="frame-side frame-right" aria-label={t('frame.right')}>
          <Skeleton kind="row" rows={10} />
        </aside>
      )}
    </div>
  );
}
