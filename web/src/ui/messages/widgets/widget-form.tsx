import type { LucideIcon } from 'lucide-preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../view/text/text.ts';
import { Button, IconButton } from '../../base/button.tsx';
import { Icon } from '../../base/icon.tsx';
import './widget.css';

type Field = { label: string; value?: string; isOptional?: boolean };

type Props = {
  /** What the button that opens the form says. */
  label: string;
  icon: LucideIcon;
  /** Only the picture is shown. */
  isSmall?: boolean;
  fields: readonly Field[];
  button: string;
  /** Stays open for the next one. */
  isRepeated?: boolean;
  /** @returns what is wrong. */
  onSubmit: (values: readonly string[]) => string | undefined | Promise<string | undefined>;
};

/** A button that becomes a form in its place. */
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

function OpenForm({
  label,
  fields,
  button,
  isRepeated = false,
  onSubmit,
  onClose,
}: Props & { onClose: () => void }) {
  const first = useRef<HTMLInputElement>(null);
  const [values, setValues] = useState(fields.map(({ value = '' }) => value));
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isComplete = fields.every(({ isOptional }, i) => isOptional === true || values[i]?.trim() !== '');
  useLayoutEffect(() => first.current?.select(), []);
  const submit = async () => {
    if (!isComplete || isBusy) return;
    setBusy(true);
    const wrong = await onSubmit(values.map((value) => value.trim()));
    setBusy(false);
    setError(wrong);
    if (wrong === undefined && !isRepeated) onClose();
    if (wrong === undefined) setValues(fields.map(() => ''));
    first.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      class="widget-form"
      aria-label={label}
      onKeyDown={onKeyDown}
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
          dir="auto"
          autoComplete="off"
          maxLength={1000}
          aria-label={field.label}
          placeholder={field.label}
          value={values[i]}
          onInput={({ currentTarget: { value } }) =>
            setValues(values.map((old, at) => (at === i ? value : old)))
          }
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
