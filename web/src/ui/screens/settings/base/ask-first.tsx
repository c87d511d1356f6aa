import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { ApiFailure } from '../../../../connection/api.ts';
import { Button } from '../../../kit/button.tsx';
import { ConfirmDialog } from '../../../kit/overlays/confirm-dialog.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { t } from '../../../../view/text/text.ts';
import { ErrorLine } from './error-line.tsx';

type Props = {
  /** Text of the buttons, here and in the dialog. */
  action: string;
  /** A shorter, quiet button for lists. */
  button?: string;
  hint: string;
  run: () => Promise<ApiFailure | undefined>;
  onDone?: () => void;
  /** Options in the dialog. */
  children?: ComponentChildren;
};

/**
 * A button for an action that cannot be undone: asks for confirmation in a dialog, which shows the reason of a refusal.
 */
export function AskFirst({ action, button, hint, run, onDone, children }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const go = async () => {
    setBusy(true);
    const failure = await run();
    setBusy(false);
    setReason(failure && failureText(failure));
    if (failure !== undefined) return;
    setAsking(false);
    onDone?.();
  };
  const close = () => {
    setAsking(false);
    setReason(undefined);
  };
  return (
    <>
      <div class="settings-actions">
        <Button
          kind={button === undefined ? 'danger' : 'plain'}
          aria-label={action}
          onClick={() => setAsking(true)}
        >
          {button ?? action}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('common.question', { action })}
          action={action}
          isBusy={isBusy}
          onConfirm={() => void go()}
          onClose={close}
        >
          <div class="settings-form">
            <p>{hint}</p>
            {children}
            <ErrorLine reason={reason} />
          </div>
        </ConfirmDialog>
      )}
    </>
  );
}
