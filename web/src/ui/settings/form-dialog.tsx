import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiFailure } from '../../api.ts';
import { t } from '../../view/text.ts';
import { Button } from '../base/button.tsx';
import { Dialog } from '../base/dialog.tsx';
import { failureText } from '../page/failure.ts';
import { useId } from '../base/use-id.ts';

type Props = {
  title: string;
  /** What the button says. */
  action: string;
  isComplete: boolean;
  /** Does it; the dialog closes unless it was refused. */
  save: () => Promise<ApiFailure | undefined>;
  onClose: () => void;
  children: ComponentChildren;
};

/** A form that is filled in before anything happens; says why it was refused, with everything still there. */
export function FormDialog({ title, action, isComplete, save, onClose, children }: Props) {
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
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={id} isBusy={isBusy} disabled={!isComplete}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        class="settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        {reason !== undefined && (
          <p class="settings-error" role="alert">
            {reason}
          </p>
        )}
      </form>
    </Dialog>
  );
}
