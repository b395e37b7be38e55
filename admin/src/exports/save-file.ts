/** How long the browser may take to fetch what it saves, in milliseconds. */
const KEPT_FOR = 60_000;

/** Hands a file to the browser, which saves it as a download. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  window.setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR);
}
