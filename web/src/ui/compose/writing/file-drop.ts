/** Files dropped on the page are attached to the message being edited, otherwise to the draft. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { takeFiles } from './writing-area.tsx';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** A dialog handles files itself, or not at all. */
const isCovered = (): boolean => document.querySelector('dialog[open]') !== null;

/**
 * Prevents the browser from opening dropped files.
 * @returns whether files are being dragged over the page
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      const isTaken = event.defaultPrevented;
      event.preventDefault();
      setOver(!isTaken && !isCovered());
    };
    const left = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (event.defaultPrevented) return;
      if (isCovered()) event.preventDefault();
      else takeFiles(event, event.dataTransfer, latest.current);
    };
    const listeners = { dragover: over, dragleave: left, drop } as const;
    for (const [name, listener] of Object.entries(listeners))
      document.addEventListener(name as keyof typeof listeners, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        document.removeEventListener(name as keyof typeof listeners, listener);
    };
  }, []);
  return isOver;
}

/**
 * Lets a field accept dropped files before the page does.
 * @returns its event handlers
 */
export function useOwnFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const listeners = {
    onDragOver: (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent & { currentTarget: Element }) =>
      !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      takeFiles(event, event.dataTransfer, onFiles);
    },
  };
  return { isOver, listeners };
}
