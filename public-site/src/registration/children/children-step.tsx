import { type FieldError, MESSAGES } from '@kidlab/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';

import { PAGES } from '../../pages.js';
import { Link, navigate, useEntryState } from '../../site/location.js';
import { useSite } from '../../site/site.js';
import { ActionButton, Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { fieldRefusal, type Refusal, useFieldFaults } from '../../ui/submission.js';
import { cancelRegistration, useDraftSubmission } from '../draft.js';
import {
  childrenAreSaved,
  type ChildValues,
  listedChildren,
  type ListedChild,
  NEW_CHILD,
  type OpenChildForm,
  withChild,
  withChildBack,
  withChildField,
  withoutChild,
} from '../state.js';
import { StepPage } from '../step-page.js';
import { pathAfter, pathBefore } from '../steps.js';
import { registration, updateRegistration, useRegistration } from '../store.js';
import { ChildForm } from './child-form.js';
import { ChildList, ListNews, type News } from './child-list.js';
import { newUuid, saveChildren } from './save-children.js';

const PAGE = PAGES.children;
/** Names of submissions; the first one also of the history entry that shows a form. */
const FORM = 'form';
const CANCEL = 'cancel';

interface FormEntry {
  readonly enter: () => void;
  /** Resolves once the browser has left the entry: nothing else may be done to the history before. */
  readonly leave: () => Promise<void>;
}

/** The form of a child has an entry of its own in the browser's history, so that Back closes it. */
function useFormEntry(onBack: () => void): FormEntry {
  const isInside = useEntryState() === FORM;
  const wasInside = useRef(isInside);

  useEffect(() => {
    if (wasInside.current && !isInside) onBack();
    wasInside.current = isInside;
  });

  return {
    enter: () => {
      if (!isInside) navigate(PAGE.path, { state: FORM });
    },
    leave: async () => {
      if (!isInside) return;
      await new Promise((resolve) => {
        window.addEventListener('popstate', resolve, { once: true });
        window.history.back();
      });
    },
  };
}

/** Step 2: the children of the family, as a list, or as the form of one of them. */
export function ChildrenStep(): ReactNode {
  const { supportEmail } = useSite();
  const state = useRegistration();
  const { openChild } = state;
  const children = listedChildren(state);
  const submission = useDraftSubmission();
  const { busy, running, submit, clear } = submission;
  const [asking, setAsking] = useState(false);
  const faults = useFieldFaults();
  const [news, setNews] = useState<News | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingIsNew = useRef(false);

  useEffect(() => {
    // Without children there is nothing to list: the form is open from the start.
    updateRegistration((state) =>
      listedChildren(state).length === 0 && state.openChild === null
        ? { ...state, openChild: NEW_CHILD }
        : state,
    );
  }, []);

  useEffect(() => {
    if (!headingIsNew.current) return;
    headingIsNew.current = false;
    heading.current?.focus();
  });

  /** Shows another view, or the list changed: its heading takes the focus, and what was wrong is forgotten. */
  const turnTo = (next: News | null): void => {
    headingIsNew.current = true;
    clear();
    faults.set([]);
    setNews(next);
  };

  const closeForm = (): void => {
    turnTo(news);
    updateRegistration((state) => ({ ...state, openChild: null }));
  };

  const formEntry = useFormEntry(() => {
    if (openChild !== null) closeForm();
  });

  const open = (form: OpenChildForm): void => {
    turnTo(null);
    updateRegistration((state) => ({ ...state, openChild: form }));
    formEntry.enter();
  };

  const close = (): void =>
    submit(async () => {
      closeForm();
      await formEntry.leave();
      return null;
    }, FORM);

  const save = (values: ChildValues, found: readonly FieldError[]): void =>
    submit(async () => {
      if (found.length > 0) return fieldRefusal(found);
      const edited = openChild?.key ?? null;
      turnTo({ text: `${values.firstName} was ${edited === null ? 'added' : 'changed'}.` });
      updateRegistration((state) => withChild(state, edited ?? newUuid(), values));
      await formEntry.leave();
      return null;
    }, FORM);

  const remove = (child: ListedChild): void => {
    const { firstName } = child.values;
    const place = children.indexOf(child);
    const undo = (): void => {
      turnTo({ text: `${firstName} is back.` });
      updateRegistration((state) => withChildBack(state, child, place));
    };
    turnTo({ text: `${firstName} was removed.`, undo });
    updateRegistration((state) => withoutChild(state, child.key));
  };

  const proceed = async (): Promise<Refusal | null> => {
    setNews(null);
    const refused = await saveChildren(supportEmail);
    // Meanwhile another tab may have ended this registration, and led this one away.
    const goesOn = refused === null && childrenAreSaved(registration());
    if (goesOn) navigate(pathAfter(PAGE.path));
    return refused;
  };

  return (
    <StepPage page={PAGE} submission={submission} faultOf={faults.of}>
      <ListNews
        news={news}
        sending={busy && running !== FORM}
        onOver={(hadFocus) => {
          headingIsNew.current = hadFocus;
          setNews(null);
        }}
      />
      {state.isMoved && (
        <p className="news" role="alert">
          {MESSAGES.addressChangedElsewhere} <span className="address">{state.email}</span>
        </p>
      )}
      {openChild !== null ? (
        <ChildForm
          key={openChild.key ?? 'new'}
          form={openChild}
          faults={faults}
          heading={heading}
          onChange={(field, value) =>
            updateRegistration((state) => withChildField(state, field, value))
          }
          onSubmit={save}
          onCancel={close}
        />
      ) : (
        <>
          <ChildList
            heading={heading}
            rows={children}
            busy={busy}
            onAdd={() => open(NEW_CHILD)}
            onEdit={({ key, values }) => open({ key, values })}
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
            <Link className="tall-link" to={pathBefore(PAGE.path)} busy={busy}>
              Back to your information
            </Link>
          </p>
        </>
      )}
      {asking && (
        <CancelDialog
          onConfirm={() => {
            setAsking(false);
            submit(cancelRegistration, CANCEL);
          }}
          onDismiss={() => setAsking(false)}
        />
      )}
    </StepPage>
  );
}

interface CancelDialogProps {
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
}

/** Asks before all that was entered is removed. */
function CancelDialog({ onConfirm, onDismiss }: CancelDialogProps): ReactNode {
  return (
    <Dialog title="Do you want to cancel your registration?" onDismiss={onDismiss}>
      <p>All the information you entered will be removed, and we will not contact you.</p>
      <div className="actions">
        {/* The first one has the focus: the one that loses nothing. */}
        <Button look="quiet" onClick={onDismiss}>
          No, keep going
        </Button>
        <Button look="danger" onClick={onConfirm}>
          Yes, cancel my registration
        </Button>
      </div>
    </Dialog>
  );
}
