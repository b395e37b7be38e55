import { pageAt, PAGES } from '../pages.js';
import { childrenAreSaved, type RegistrationState } from './state.js';

interface Step {
  readonly path: string;
  readonly name: string;
  /** Whether the steps after it may be opened. */
  readonly isDone: (state: RegistrationState) => boolean;
}

/** The steps in order, for the indicator, navigation and the guard. */
export const STEPS: readonly Step[] = [
  {
    path: PAGES.registration.path,
    name: 'Parent / Guardian',
    isDone: ({ draft, guid, email }) => draft !== null && guid !== null && email !== null,
  },
  { path: PAGES.children.path, name: 'Children', isDone: childrenAreSaved },
  { path: PAGES.agreement.path, name: 'Agreement', isDone: (state) => state.awaitingConfirmation },
];

/** Counted from 1; 0 for a page that is not a step. */
export function stepNumber(path: string): number {
  return pageAt(path).step ?? 0;
}

/** The next step, or the verify page after the last one. */
export function pathAfter(path: string): string {
  return STEPS[stepNumber(path)]?.path ?? PAGES.verify.path;
}

/** Query parameter of step 2: the key of the child whose form is open. */
export const CHILD_PARAMETER = 'child';
/** Its value for a new child. */
export const NEW_CHILD = 'new';

export function childFormPath(key: string): string {
  return `${PAGES.children.path}?${CHILD_PARAMETER}=${key}`;
}

/**
 * Whether the page must wait until the tab's draft is read. If the outcome of "I agree" is unknown, every page must
 * wait, except the agreement itself, where it can be sent again.
 */
export function isUnread(path: string, state: RegistrationState): boolean {
  if (state.guid === null || state.awaitingConfirmation) return false;
  return state.draft === null || (state.isAgreementInDoubt && path !== PAGES.agreement.path);
}

/**
 * The page for a visitor who opens a step: the step itself, or the first unfinished one before it. After the
 * agreement, it is the verify page, except that step 1 starts a new registration.
 */
export function pathAllowed(path: string, state: RegistrationState): string {
  const wanted = stepNumber(path);
  if (state.awaitingConfirmation) return wanted === 1 ? path : PAGES.verify.path;
  const unfinished = STEPS.findIndex((step) => !step.isDone(state)) + 1;
  return unfinished > 0 && unfinished < wanted ? (STEPS[unfinished - 1]?.path ?? path) : path;
}
