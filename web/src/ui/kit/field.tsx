import type { ComponentChildren, Ref, TargetedEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../../view/text/text.ts';
import './field.css';
import { useId } from './use-id.ts';

/** State of a control that saves at once, shown next to it. */
export type SaveState = 'idle' | 'saving' | 'saved' | { error: string };

type Common = {
  label: string;
  /** Hides the state where it is shown elsewhere. */
  isLabelHidden?: boolean;
  hint?: ComponentChildren;
  save?: SaveState;
  isDisabled?: boolean;
};

type FrameProps = Common & { id: string; isInline?: boolean; children: ComponentChildren };

const getError = (save: SaveState | undefined): string | undefined =>
  typeof save === 'object' ? save.error : undefined;

/** IDs of the elements that describe a control, for `aria-describedby`. */
const describedBy = (id: string, { hint, save }: Common): string | undefined =>
  [hint !== undefined && `${id}-hint`, getError(save) !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ') || undefined;

function Frame({ id, label, isLabelHidden, hint, save = 'idle', isInline = false, children }: FrameProps) {
  const error = getError(save);
  return (
    <div class={isInline ? 'field field-inline' : 'field'}>
      {isInline && children}
      <div class="field-words">
        <label class={isLabelHidden === true ? 'visually-hidden' : 'field-label'} for={id}>
          {label}
        </label>
        <span class="field-state" role="status">
          {save === 'saving' && t('common.saving')}
          {save === 'saved' && <span class="field-saved">{t('common.saved')}</span>}
        </span>
        {hint !== undefined && (
          <p class="field-hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
      {!isInline && children}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

export type TextFieldProps = Common & {
  value: string;
  onInput: (value: string) => void;
  /** Called when the person leaves the field or presses Enter. */
  onCommit?: (value: string) => void;
  type?: 'text' | 'password' | 'email' | 'url' | 'number' | 'search' | 'date' | 'time' | 'datetime-local';
  placeholder?: string;
  maxLength?: number;
  autoComplete?: string;
  isRequired?: boolean;
  /** More than one row makes it a text area. */
  rows?: number;
  inputRef?: Ref<HTMLInputElement>;
};

export function TextField(props: TextFieldProps) {
  const id = useId();
  const {
    value,
    onInput,
    onCommit,
    type = 'text',
    placeholder,
    maxLength,
    rows = 1,
    isRequired,
    isDisabled,
  } = props;
  const common = {
    id,
    value,
    placeholder,
    maxLength,
    required: isRequired,
    disabled: isDisabled,
    'aria-invalid': getError(props.save) !== undefined,
    'aria-describedby': describedBy(id, props),
    onInput: (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onInput(event.currentTarget.value),
    onChange: (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onCommit?.(event.currentTarget.value),
  };
  return (
    <Frame id={id} {...props}>
      {rows > 1 ? (
        <textarea class="field-control field-area" rows={rows} {...common} />
      ) : (
        <input
          class="field-control"
          type={type}
          autoComplete={props.autoComplete ?? 'off'}
          ref={props.inputRef ?? null}
          {...common}
        />
      )}
    </Frame>
  );
}

export type SelectProps<Value extends string | number> = Common & {
  value: Value;
  /** An option that `opens` something is never selected. */
  options: readonly { value: Value; text: string; opens?: true }[];
  onChange: (value: Value) => void;
  /** A button for the selected option. */
  beside?: ComponentChildren;
};

export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const id = useId();
  const { value, options, onChange, isDisabled, beside } = props;
  const control = useRef<HTMLSelectElement>(null);
  const error = getError(props.save);
  const showValue = () => {
    if (control.current) control.current.selectedIndex = options.findIndex((one) => one.value === value);
  };
  // After a refusal, the control must show the value that holds.
  useLayoutEffect(() => {
    if (error !== undefined) showValue();
  }, [error]);
  const choose = (event: TargetedEvent<HTMLSelectElement>) => {
    const option = options[event.currentTarget.selectedIndex];
    if (option?.opens === true) showValue();
    if (option) onChange(option.value);
  };
  return (
    <Frame id={id} {...props}>
      <div class="field-row">
        <select
          class="field-control field-select"
          id={id}
          ref={control}
          disabled={isDisabled}
          aria-describedby={describedBy(id, props)}
          onChange={choose}
        >
          {options.map((option) => (
            <option key={option.value} value={String(option.value)} selected={option.value === value}>
              {option.text}
            </option>
          ))}
        </select>
        {beside}
      </div>
    </Frame>
  );
}

export type ToggleProps = Common & { isOn: boolean; onChange: (isOn: boolean) => void };

function Toggle({ kind, ...props }: ToggleProps & { kind: 'switch' | 'checkbox' }) {
  const id = useId();
  return (
    <Frame id={id} isInline {...props}>
      <input
        class={kind}
        type="checkbox"
        role={kind === 'switch' ? kind : undefined}
        id={id}
        checked={props.isOn}
        disabled={props.isDisabled}
        aria-describedby={describedBy(id, props)}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
    </Frame>
  );
}

/** Takes effect immediately. */
export const Switch = (props: ToggleProps) => <Toggle kind="switch" {...props} />;

/** Takes effect when its form is submitted. */
export const Checkbox = (props: ToggleProps) => <Toggle kind="checkbox" {...props} />;
