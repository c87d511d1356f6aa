import type { LucideIcon } from 'lucide-preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../view/text/text.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import './widget.css';

type Field = { label: string; value?: string; isOptional?: boolean };

type Props = {
  /** Text of the button that opens the form. */
  label: string;
  icon: LucideIcon;
  /** The button shows only its icon. */
  isSmall?: boolean;
  fields: readonly Field[];
  button: string;
  /** Stays open after submitting, for the next entry. */
  isRepeated?: boolean;
  /** @returns why it was refused, if it was */
  onSubmit: (values: readonly string[]) => string | undefined | Promise<string | undefined>;
};

/** A button that is replaced by a form when it is pressed. */
export function WidgetForm(props: Props) {
  const { label, icon, isSmall = false } = props;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return <OpenForm {...props} onClose={() => setOpen(false)} />;
  if (isSmall)
    return (
      <IconButton label={label} buttonRef={opener} onClick={() => setOpen(true)}>
        <Icon of={icon} />
      </IconButton>
    );
  return (
    <Button kind="quiet" buttonRef={opener} onClick={() => setOpen(true)}>
      <Icon of={icon} />
      {label}
    </Button>
  );
}

type OpenProps = Props & { onClose: () => void };

function OpenForm(props: OpenProps) {
  const { label, fields, button, isRepeated = false, onClose } = props;
  const { first, values, setValue, error, isBusy, isComplete, submit } = useWidgetForm(props);
  return (
    <form
      class="widget-form"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {fields.map((field, i) => (
        <input
          key={field.label}
          ref={i === 0 ? first : null}
          class="field-control"
          autoComplete="off"
          maxLength={1000}
          aria-label={field.label}
          placeholder={field.label}
          value={values[i]}
          onInput={({ currentTarget: { value } }) => setValue(i, value)}
        />
      ))}
      {error !== undefined && (
        <p class="widget-error" role="alert">
          {error}
        </p>
      )}
      <div class="widget-form-buttons">
        <Button kind="quiet" onClick={onClose}>
          {t(isRepeated ? 'common.close' : 'common.cancel')}
        </Button>
        <Button kind="primary" type="submit" disabled={!isComplete} isBusy={isBusy}>
          {button}
        </Button>
      </div>
    </form>
  );
}

function useWidgetForm({ fields, isRepeated = false, onSubmit, onClose }: OpenProps) {
  const first = useRef<HTMLInputElement>(null);
  const [values, setValues] = useState(fields.map(({ value = '' }) => value));
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isComplete = fields.every(({ isOptional }, i) => isOptional === true || values[i]?.trim() !== '');
  useLayoutEffect(() => first.current?.select(), []);
  const setValue = (index: number, value: string) =>
    setValues(values.map((old, at) => (at === index ? value : old)));
  const submit = async () => {
    if (!isComplete || isBusy) return;
    setBusy(true);
    const reason = await onSubmit(values.map((value) => value.trim()));
    setBusy(false);
    setError(reason);
    if (reason === undefined && !isRepeated) onClose();
    if (reason === undefined) setValues(fields.map(() => ''));
    first.current?.focus();
  };
  return { first, values, setValue, error, isBusy, isComplete, submit };
}
