import type { ComponentChildren } from 'preact';
import { Skeleton } from '../kit/skeleton.tsx';
import { useModal } from '../kit/overlays/use-modal.ts';
import './overlay.css';

type Props = {
  label: string;
  onClose: () => void;
  /** Undefined until its part of the program is loaded: grey lines take its place. */
  children: ComponentChildren;
};

/** A screen over the page. Escape and a click beside it close it. */
export function Overlay({ label, onClose, children }: Props) {
  const ref = useModal({ hasAddress: true });
  return (
    <dialog
      class="overlay"
      ref={ref}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === ref.current) onClose();
      }}
      onPointerDown={(event) => event.target === ref.current && onClose()}
    >
      {children ?? (
        <div class="overlay-waiting">
          <Skeleton kind="row" rows={10} />
        </div>
      )}
    </dialog>
  );
}
