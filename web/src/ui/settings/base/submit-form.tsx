import type { ComponentChildren } from 'preact';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../base/button.tsx';
import { TextField, type SaveState } from '../../base/field.tsx';

type SubmitFormProps = {
  /** Of its button. */
  label: string;
  kind?: 'primary';
  isIncomplete: boolean;
  isBusy?: boolean;
  onSubmit: () => unknown;
  children: ComponentChildren;
};

/** Fields with the one button that sends them, which Enter presses too. */
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

/** The current password, which a change of how one signs in asks for. */
export function CurrentPassword({
  label = t('settings.password'),
  ...props
}: ProofProps & { label?: string }) {
  return <TextField label={label} type="password" autoComplete="current-password" {...props} />;
}

/** A code of the authenticator app, or a recovery code where a hint says so. */
export function SecondFactorCode(props: ProofProps & { hint?: string }) {
  return <TextField label={t('twoFactor.code')} autoComplete="one-time-code" {...props} />;
}
