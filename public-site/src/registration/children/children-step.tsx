import { type FieldError, HOUSEHOLD } from '@kidlab/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { PAGES } from '../../pages.js';
import { currentPath, Link, navigate, useQuery } from '../../site/location.js';
import { useSite } from '../../site/site.js';
import { ActionButton, Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Address, type News, Status } from '../../ui/page.js';
import { refuseFields } from '../../ui/submission.js';
import { cancelRegistration, useDraftSubmission } from '../draft.js';
import {
  type Child,
  childrenAreSaved,
  type ChildValues,
  EMPTY_CHILD,
  listedChildren,
  withChild,
  withChildField,
} from '../state.js';
import { StepPage } from '../step-page.js';
import { CHILD_PARAMETER, childFormPath, NEW_CHILD, pathAfter } from '../steps.js';
import { registration, updateRegistration, useRegistration } from '../store.js';
import { ChildForm } from './child-form.js';
import { ChildList } from './child-list.js';
import { newUuid, saveChildren } from './save-children.js';

const PAGE = PAGES.children;
const FORM = 'form';
const CANCEL = 'cancel';
/** History state of a form opened from the list: Back returns to the list. */
const FROM_LIST = 'from-list';

/** Goes from the form to the list. Resolves when the browser has arrived; until then, history must not change. */
async function leaveForm(): Promise<void> {
  if (window.history.state !== FROM_LIST) {
    navigate(PAGE.path, { replace: true });
    return;
  }
  await new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
    window.history.back();
  });
}

/** Step 2: the list of children, or the form of the one that the address names. */
export function ChildrenStep(): ReactNode {
  const { supportEmail } = useSite();
  const state = useRegistration();
  const children = listedChildren(state);
  const submission = useDraftSubmission();
  const { busy, running, submit, clear } = submission;
  const [asking, setAsking] = useState(false);
  /** Without children the form is open, unless the visitor closed it. */
  const [isFirstClosed, setFirstClosed] = useState(false);
  const [news, setNews] = useState<News | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingIsNew = useRef(false);

  const key = useQuery().get(CHILD_PARAMETER) ?? '';
  const known = children.find((child) => child.key === key);
  const isFirst = children.length === 0 && !isFirstClosed;
  const isAdding = key === NEW_CHILD && children.length < HOUSEHOLD.maxChildren;
  const untouched = known?.values ?? (isFirst || isAdding ? EMPTY_CHILD : null);
  /** The form's values; `null` when the list is shown. */
  const values = state.typedChild?.key === key ? state.typedChild.values : untouched;

  const view = values === null ? 'list' : key;
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current !== view) {
      shown.current = view;
      headingIsNew.current = true;
      clear();
    }
    if (!headingIsNew.current) return;
    headingIsNew.current = false;
    heading.current?.focus();
  });

  /** Changes the list, focuses its heading and clears the banner. */
  const changeList = (child: Child, next: News): void => {
    headingIsNew.current = true;
    clear();
    setFirstClosed(false);
    setNews(next);
    updateRegistration((state) => withChild(state, child));
    // After Forward the address may still name a form that this change would open.
    navigate(PAGE.path, { replace: true });
  };

  const open = (child: string): void => {
    setNews(null);
    navigate(childFormPath(child), { state: FROM_LIST });
  };

  const leave = async (): Promise<void> => {
    await leaveForm();
    updateRegistration((state) => ({ ...state, typedChild: null }));
  };

  const save = (saved: ChildValues, found: readonly FieldError[]): void =>
    submit(async () => {
      refuseFields(found);
      setNews({ text: `${saved.firstName} was ${known === undefined ? 'added' : 'updated'}.` });
      const child: Child = { key: known?.key ?? newUuid(), values: saved, state: 'typed' };
      updateRegistration((state) => withChild(state, child));
      await leave();
    }, FORM);

  const remove = (child: Child): void => {
    const { firstName } = child.values;
    const undo = (): void => changeList(child, { text: `${firstName} is back.` });
    changeList({ ...child, state: 'removed' }, { text: `${firstName} was removed.`, undo });
  };

  const proceed = async (): Promise<void> => {
    setNews(null);
    await saveChildren(supportEmail);
    // In between, another tab may have ended this registration, or Back may have left this step.
    if (currentPath() === PAGE.path && childrenAreSaved(registration()))
      navigate(pathAfter(PAGE.path));
  };

  const cancel = (): void => {
    setAsking(false);
    submit(cancelRegistration, CANCEL);
  };

  return (
    <StepPage page={PAGE} submission={submission}>
      <Status news={news} busy={busy && running !== FORM} />
      {state.isAddressChanged && (
        <p className="news" role="alert">
          This registration was changed in another tab. Please check its email address and your
          children before you continue: <Address>{state.email ?? ''}</Address>
        </p>
      )}
      {values !== null ? (
        <ChildForm
          key={view}
          values={values}
          isNew={known === undefined}
          submission={submission}
          heading={heading}
          onChange={(field, value) =>
            updateRegistration((state) => withChildField(state, { key, values }, field, value))
          }
          onSubmit={save}
          onCancel={() => {
            setFirstClosed(true);
            submit(leave, FORM);
          }}
        />
      ) : (
        <>
          <ChildList
            heading={heading}
            rows={children}
            busy={busy}
            onAdd={() => open(NEW_CHILD)}
            onEdit={(child) => open(child.key)}
            onDelete={remove}
          />
          <div className="actions">
            <ActionButton submission={submission} action={proceed}>
              Continue
            </ActionButton>
            <Button
              look="quiet"
              busy={busy}
              working={running === CANCEL}
              onClick={() => setAsking(true)}
            >
              Cancel registration
            </Button>
          </div>
          <p>
            <Link className="lone-link" to={PAGES.registration.path} busy={busy}>
              Back to your information
            </Link>
          </p>
        </>
      )}
      {asking && (
        <Dialog title="Do you want to cancel your registration?" onDismiss={() => setAsking(false)}>
          <p>All the information you entered will be removed, and we will not contact you.</p>
          <div className="actions">
            {/* The first button gets the focus, so it is the one that loses nothing. */}
            <Button look="quiet" onClick={() => setAsking(false)}>
              No, keep going
            </Button>
            <Button look="danger" onClick={cancel}>
              Yes, cancel my registration
            </Button>
          </div>
        </Dialog>
      )}
    </StepPage>
  );
}
