import {
  OPERATIONS_TEXTS,
  SECOND_FACTOR_TEXTS,
  type StaffUser,
  USERS_TEXTS,
} from '@kidlab/contract';

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

/** The questions, and what a Yes does. */
export function userQuestions({
  enableUser,
  resetSecondFactor,
  deleteUser,
}: ReturnType<typeof usePortalProvider>): Readonly<Record<UserAction, UserQuestion>> {
  return {
    disable: {
      heading: OPERATIONS_TEXTS.disableUserHeading,
      question: OPERATIONS_TEXTS.disableUserQuestion,
      confirm: OPERATIONS_TEXTS.disable,
      isDangerous: false,
      call: ({ id }) => enableUser(id, false),
      done: OPERATIONS_TEXTS.userChanged,
    },
    reset: {
      heading: SECOND_FACTOR_TEXTS.resetHeading,
      question: SECOND_FACTOR_TEXTS.resetQuestion,
      confirm: SECOND_FACTOR_TEXTS.reset,
      isDangerous: true,
      call: ({ id }) => resetSecondFactor(id),
      done: SECOND_FACTOR_TEXTS.resetDone,
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
