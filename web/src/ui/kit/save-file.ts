/** Saves a text as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  // With a text type, browsers would append `.txt`.
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
