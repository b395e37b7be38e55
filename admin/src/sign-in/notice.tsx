import type { ReactNode } from 'react';

/** Place of a sentence that screen readers hear when it appears: it is there before the sentence is. */
export function Notice({
  message,
  failed = false,
}: {
  readonly message: string | null;
  readonly failed?: boolean;
}): ReactNode {
  return (
    <div role={failed ? 'alert' : 'status'}>
      {message === null ? null : <p className={failed ? 'notice failed' : 'notice'}>{message}</p>}
    </div>
  );
}
