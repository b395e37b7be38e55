/** What a person can act on: shown as its message alone. */
export class BackupFault extends Error {
  override readonly name = 'BackupFault';
}
