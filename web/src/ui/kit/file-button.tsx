import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button, type ButtonProps } from './button.tsx';

type Props = Pick<ButtonProps, 'kind' | 'isBusy' | 'disabled'> & {
  /** The `accept` attribute of a file input: "image/*". */
  accept: string;
  onFile: (file: File) => void;
  children: ComponentChildren;
};

/** Asks for a local file. The same file can be chosen again. */
export function FileButton({ accept, onFile, children, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...rest} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          event.currentTarget.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}
