import { Skeleton } from '../kit/skeleton.tsx';
import { useModal } from '../kit/overlays/use-modal.ts';
import './overlay-to-be.css';

/** Where an overlay is going to be, as large, until its part of the program is loaded. Escape and a click beside it close it. */
export function OverlayToBe({ label, onClose }: { label: string; onClose: () => void }) {
  const ref = useModal({ hasAddress: true });
  return (
    <dialog
      class="overlay-to-be"
      ref={ref}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === ref.current && onClose()}
    >
      <div class="overlay-to-be-box">
        <Skeleton kind="row" rows={10} />
      </div>
    </dialog>
  );
}
