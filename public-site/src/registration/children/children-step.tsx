import { type FieldError, HOUSEHOLD, MESSAGES } from '@kidlab/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

import { PAGES } from '../../pages.js';
import { useSite } from '../../site/site.js';
import { Link } from '../../ui/link.js';
import { fieldRefusal } from '../../ui/use-submission.js';
import { ChangedElsewhere } from '../changed-elsewhere.js';
import { cancelRegistration } from '../draft.js';
import {
  childrenAreSaved,
  type ChildValues,
  EMPTY_CHILD,
  withChild,
  withChildField,
  withoutChild,
} from '../state.js';
import { StepPage } from '../step-page.js';
import { pathAfter, pathBefore } from '../steps.js';
import { registration, updateRegistration, useRegistration } from '../store.js';
import { useDraftSubmission } from '../use-draft-submission.js';
import { newUuid } from '../uuid.js';
import { CancelDialog } from './cancel-dialog.js';
import { ChildForm } from './child-form.js';
import { ChildList } from './child-list.js';
import { saveChildren } from './save-children.js';

const PAGE = PAGES.children;

function AddChild({
  count,
  busy,
  onAdd,
}: {
  readonly count: number;
  readonly busy: boolean;
  readonly onAdd: () => void;
}): ReactNode {
  if (count >= HOUSEHOLD.maxChildren) {
    return (
      <p className="notice">
        {`You have added ${String(HOUSEHOLD.maxChildren)} children, the most that one registration can have.`}
      </p>
    );
  }
  return (
    <button type="button" className="button button-quiet" onClick={onAdd} aria-disabled={busy}>
      {count === 0 ? '+ Add child' : '+ Add another child'}
    </button>
  );
}

/** Step 2: the children of the family, as a list, or as the form of one of them. */
export function ChildrenStep(): ReactNode {
  const navigate = useNavigate();
  const { supportEmail } = useSite();
  const { children, openChild } = useRegistration();
  const { busy, fault, submit, clear } = useDraftSubmission();
  const [asking, setAsking] = useState(false);
  const [news, setNews] = useState('');
  /** What was pressed last: that button shows that it is at work. */
  const [pressed, setPressed] = useState<'continue' | 'cancel' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingIsNew = useRef(false);

  useEffect(() => {
    // Without children there is nothing to list: the form is open from the start.
    updateRegistration((state) =>
      state.children.length === 0 && state.openChild === null
        ? { ...state, openChild: { key: null, values: EMPTY_CHILD } }
        : state,
    );
  }, []);

  useEffect(() => {
    if (!headingIsNew.current) return;
    headingIsNew.current = false;
    heading.current?.focus();
  });

  // While the list is sent it stays as it is: what is shown then is what was sent.
  const open = (key: string | null, values: ChildValues): void => {
    if (busy) return;
    headingIsNew.current = true;
    clear();
    setNews('');
    updateRegistration((state) => ({ ...state, openChild: { key, values } }));
  };

  const close = (): void => {
    headingIsNew.current = true;
    clear();
    updateRegistration((state) => ({ ...state, openChild: null }));
  };

  const save = (values: ChildValues, faults: readonly FieldError[]): void => {
    setPressed(null);
    submit(() => {
      if (faults.length > 0) return Promise.resolve(fieldRefusal(faults));
      const edited = openChild?.key ?? null;
      headingIsNew.current = true;
      setNews(`${values.firstName} was ${edited === null ? 'added' : 'changed'}.`);
      updateRegistration((state) => withChild(state, edited ?? newUuid(), values));
      return Promise.resolve(null);
    });
  };

  const remove = (key: string, name: string): void => {
    if (busy) return;
    headingIsNew.current = true;
    clear();
    setNews(`${name} was removed.`);
    updateRegistration((state) => withoutChild(state, key));
  };

  const proceed = (): void => {
    if (!busy) setPressed('continue');
    submit(async () => {
      const refused = await saveChildren(supportEmail);
      // Meanwhile another tab may have ended this registration, and led this one away.
      const goesOn = refused === null && childrenAreSaved(registration());
      if (goesOn) await navigate(pathAfter(PAGE.path));
      return refused;
    });
  };

  const cancel = (): void => {
    setAsking(false);
    setPressed('cancel');
    submit(async () => {
      await cancelRegistration();
      await navigate(PAGES.cancelled.path);
      return null;
    });
  };

  return (
    <StepPage page={PAGE} fault={fault}>
      <p className="visually-hidden" role="status">
        {busy && pressed !== null ? MESSAGES.sending : news}
      </p>
      <ChangedElsewhere />
      {openChild !== null ? (
        <ChildForm
          key={openChild.key ?? 'new'}
          form={openChild}
          heading={heading}
          onChange={(field, value) => {
            updateRegistration((state) => withChildField(state, field, value));
          }}
          onSubmit={save}
          onCancel={close}
        />
      ) : (
        <>
          <ChildList
            heading={heading}
            rows={children}
            busy={busy}
            onEdit={(child) => {
              open(child.key, child.values);
            }}
            onDelete={(child) => {
              remove(child.key, child.values.firstName);
            }}
          />
          <AddChild
            count={children.length}
            busy={busy}
            onAdd={() => {
              open(null, EMPTY_CHILD);
            }}
          />
          <div className="actions">
            <button
              type="button"
              className="button"
              onClick={proceed}
              aria-disabled={busy}
              aria-busy={busy && pressed === 'continue'}
            >
              Continue
            </button>
            <button
              type="button"
              className="button button-quiet"
              aria-disabled={busy}
              aria-busy={busy && pressed === 'cancel'}
              onClick={() => {
                if (!busy) setAsking(true);
              }}
            >
              Cancel
            </button>
          </div>
          <p>
            <Link
              className="tall-link"
              to={pathBefore(PAGE.path)}
              aria-disabled={busy}
              onClick={(event) => {
                if (busy) event.preventDefault();
              }}
            >
              Back to your information
            </Link>
          </p>
        </>
      )}
      {asking && (
        <CancelDialog
          onConfirm={cancel}
          onDismiss={() => {
            setAsking(false);
          }}
        />
      )}
    </StepPage>
  );
}
