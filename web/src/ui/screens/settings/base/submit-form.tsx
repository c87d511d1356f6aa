import type { ComponentChildren } from 'preact';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { submitByKey } from '../../../kit/overlays/submit-by-key.ts';
import { TextField, type SaveState } from '../../../kit/field.tsx';

type SubmitFormProps = {
  /** Text of the button. */
  label: string;
  kind?: 'primary';
  isIncomplete: boolean;
  isBusy?: boolean;
  onSubmit: () => unknown;
  children: ComponentChildren;
};

/** A form that is submitted by its only button, or Enter. */
export function SubmitForm({
  label,
  kind,
  isIncomplete,
  isBusy = false,
  onSubmit,
  children,
}: SubmitFormProps) {
  return (
    <form
      class="settings-form"
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      <div class="settings-actions">
        <Button {...(kind && { kind })} type="submit" isBusy={isBusy} disabled={isIncomplete}>
          {label}
        </Button>
      </div>
    </form>
  );
}

type ProofProps = {
  value: string;
  onInput: (value: string) => void;
  save?: SaveState;
};

/** The current password, required to change how the person signs in. */
export function CurrentPassword({
  label = t('settings.password'),
  ...props
}: ProofProps & { label?: string }) {
  return <TextField label={label} type="password" autoComplete="current-password" {...props} />;
}

/** A code of the authenticator app, or a recovery code if the hint says so. */
export function SecondFactorCode(props: ProofProps & { hint?: string }) {
  return <TextField label={t('twoFactor.code')} autoComplete="one-time-code" {...props} />;
}
