/** The browser reads the file asynchronously, so its URL stays valid for this many milliseconds. */
const KEPT_FOR = 60_000;

/** Downloads a file. */
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
