/** Files that are dragged over the page: they go to the message that is being changed there, else to the one being written. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { takeFiles } from './writing-area.tsx';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** A dialog over the page wants them for itself, or not at all. */
const isCovered = (): boolean => document.querySelector('dialog[open]') !== null;

/** @returns whether files are over the page now. Without this the browser would go away to show them. */
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

/** For a field that accepts dropped files before the page does. @returns its event handlers */
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
