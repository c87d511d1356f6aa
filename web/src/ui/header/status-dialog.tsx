import { t } from '../../view/text/text.ts';
import { Dialog } from '../kit/overlays/dialog.tsx';
import { StatusForm } from '../parts/people/status-form.tsx';

/** The person's own status, from anywhere. */
export const StatusDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={t('profile.status')} size="small" onClose={onClose}>
    <StatusForm onClose={onClose} />
  </Dialog>
);
