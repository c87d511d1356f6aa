/** Saves a text as a file. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  // Browsers would put `.txt` behind the name of a text.
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
