import type { ReactNode } from 'react';
import { Notification } from 'react-admin';

/** Time to read a sentence, in milliseconds; react-admin's four seconds are short for many. */
const SHOWN_FOR = 8_000;

/** The passing messages of `useNotify`. */
export function Notices(): ReactNode {
  return <Notification autoHideDuration={SHOWN_FOR} multiLine />;
}
