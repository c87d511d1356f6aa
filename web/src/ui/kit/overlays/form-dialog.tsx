import { useState } from 'preact/hooks';
import type { ApiFailure } from '../../../connection/api.ts';
import { t } from '../../../view/text/text.ts';
import { withEmoji } from '../emoji-text.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { Button } from '../button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import './form-dialog.css';
import { useId } from '../use-id.ts';

type Props = Omit<DialogProps, 'footer'> & {
  /** Text of the submit button. */
  action: string;
  isComplete: boolean;
  /** Submits the form; the dialog closes unless it was refused. */
  save: () => Promise<ApiFailure | undefined>;
};

/** A dialog with a form. After a refusal it shows the reason and keeps the input. */
export function FormDialog({ action, isComplete, save, children, ...rest }: Props) {
  const { onClose } = rest;
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const submit = async () => {
    if (isBusy || !isComplete) return;
    setBusy(true);
    const failure = await save();
    setBusy(false);
    if (failure === undefined) onClose();
    else setReason(failureText(failure));
  };
  return (
    <Dialog
      {...rest}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={id} isBusy={isBusy} disabled={!isComplete}>
            {withEmoji(action)}
          </Button>
        </>
      }
    >
      <form
        id={id}
        class="form-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        {reason !== undefined && (
          <p class="form-dialog-error" role="alert">
            {reason}
          </p>
        )}
      </form>
    </Dialog>
  );
}
