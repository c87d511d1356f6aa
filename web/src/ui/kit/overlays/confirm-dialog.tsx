import { t } from '../../../view/text/text.ts';
import { withEmoji } from '../emoji-text.tsx';
import { Button } from '../button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

/** The title is a question. */
type Props = Omit<DialogProps, 'footer' | 'size'> & {
  /** Label of the button that confirms. */
  action: string;
  isBusy?: boolean;
  onConfirm: () => void;
};

/** Asks before an action that cannot be undone, or only with effort. */
export function ConfirmDialog({ action, isBusy = false, onConfirm, children, ...rest }: Props) {
  return (
    <Dialog
      {...rest}
      size="small"
      footer={
        <>
          <Button onClick={rest.onClose}>{t('common.cancel')}</Button>
          <Button kind="danger" isBusy={isBusy} onClick={onConfirm}>
            {withEmoji(action)}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
