import { OPERATIONS_TEXTS, type StaffUser, USERS_TEXTS } from '@kidlab/contract';

import type { usePortalProvider } from '../providers/use-portal-provider.js';

/** What is asked about before it is done to a user. */
export type UserAction = 'disable' | 'reset' | 'delete';

export interface UserQuestion {
  readonly heading: string;
  readonly question: string;
  readonly confirm: string;
  /** It can't be taken back. */
  readonly isDangerous: boolean;
  readonly call: (user: StaffUser) => Promise<unknown>;
  /** Told afterwards. */
  readonly done: string;
}

/** The questions that are answered by Yes or No, and what a Yes does. */
export function userQuestions({
  enableUser,
  deleteUser,
}: ReturnType<typeof usePortalProvider>): Readonly<
  Record<Exclude<UserAction, 'reset'>, UserQuestion>
> {
  return {
    disable: {
      heading: OPERATIONS_TEXTS.disableUserHeading,
      question: OPERATIONS_TEXTS.disableUserQuestion,
      confirm: OPERATIONS_TEXTS.disable,
      isDangerous: false,
      call: ({ id }) => enableUser(id, false),
      done: OPERATIONS_TEXTS.userChanged,
    },
    delete: {
      heading: OPERATIONS_TEXTS.deleteUserHeading,
      question: OPERATIONS_TEXTS.deleteUserQuestion,
      confirm: USERS_TEXTS.delete,
      isDangerous: true,
      call: ({ id }) => deleteUser(id),
      done: OPERATIONS_TEXTS.userDeleted,
    },
  };
}
