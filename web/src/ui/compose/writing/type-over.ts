/** Changes the text of a field as if it were typed, so that the browser's undo (Ctrl+Z) reverts it. */
export function typeOver(area: HTMLTextAreaElement, text: string): void {
  const before = area.value;
  if (before === text) return;
  const same = sameAtStart(before, text);
  // Replaces the selection, so that undo restores it.
  const start = Math.min(same, area.selectionStart);
  const end = Math.min(sameAtEnd(before, text, same), before.length - area.selectionEnd);
  area.setSelectionRange(start, before.length - end);
  typeIn(text.slice(start, text.length - end));
  // Without `insertText`, there is no undo.
  if (area.value !== text) area.value = text;
}

/** The only way to change a field that keeps its undo history. The caller stores the text itself. */
function typeIn(text: string): void {
  const keep = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('input', keep, { capture: true });
  try {
    if (text === '') document.execCommand('delete');
    else document.execCommand('insertText', undefined, text);
  } catch {
    // Not every browser supports it.
  } finally {
    window.removeEventListener('input', keep, { capture: true });
  }
}

/** In UTF-16 units, never splitting a surrogate pair. */
function sameAtStart(a: string, b: string): number {
  let size = 0;
  while (size < a.length && size < b.length && a.charCodeAt(size) === b.charCodeAt(size)) size++;
  return isLead(a.charCodeAt(size - 1)) ? size - 1 : size;
}

function sameAtEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let size = 0;
  while (size < most && a.charCodeAt(a.length - 1 - size) === b.charCodeAt(b.length - 1 - size)) size++;
  return isTrail(a.charCodeAt(a.length - size)) ? size - 1 : size;
}

const isLead = (unit: number): boolean => unit >= 0xd8_00 && unit < 0xdc_00;
const isTrail = (unit: number): boolean => unit >= 0xdc_00 && unit < 0xe0_00;
