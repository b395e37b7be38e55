import { type FieldError, HOUSEHOLD } from '@kidlab/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, navigate } from '../../site/location.js';

import { PAGES } from '../../pages.js';
import { useSite } from '../../site/site.js';
import { fieldRefusal, useFieldFaults } from '../../ui/submission.js';
import { ChangedElsewhere } from '../changed-elsewhere.js';
import { cancelRegistration } from '../draft.js';
import {
  childrenAreSaved,
  type ChildValues,
  EMPTY_CHILD,
  listedChildren,
  type ListedChild,
  withChild,
  withChildBack,
  withChildField,
  withoutChild,
} from '../state.js';
import { StepPage } from '../step-page.js';
import { pathAfter, pathBefore } from '../steps.js';
import { registration, updateRegistration, useRegistration } from '../store.js';
import { useDraftSubmission } from '../use-draft-submission.js';
import { CancelDialog } from './cancel-dialog.js';
import { ChildForm } from './child-form.js';
import { ChildList } from './child-list.js';
import { ListNews, type News } from './list-news.js';
import { newUuid, saveChildren } from './save-children.js';
import { useFormEntry } from './use-form-entry.js';

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
  const { supportEmail } = useSite();
  const state = useRegistration();
  const { openChild } = state;
  const children = listedChildren(state);
  const { busy, fault, submit, clear } = useDraftSubmission();
  const [asking, setAsking] = useState(false);
  const faults = useFieldFaults();
  const [news, setNews] = useState<News | null>(null);
  /** What was pressed last: that button shows that it is at work. */
  const [pressed, setPressed] = useState<'continue' | 'cancel' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingIsNew = useRef(false);

  useEffect(() => {
    // Without children there is nothing to list: the form is open from the start.
    updateRegistration((state) =>
      listedChildren(state).length === 0 && state.openChild === null
        ? { ...state, openChild: { key: null, values: EMPTY_CHILD } }
        : state,
    );
  }, []);

  useEffect(() => {
    if (!headingIsNew.current) return;
    headingIsNew.current = false;
    heading.current?.focus();
  });

  const forgetFaults = (): void => {
    clear();
    faults.set([]);
  };

  const closeForm = (): void => {
    headingIsNew.current = true;
    forgetFaults();
    updateRegistration((state) => ({ ...state, openChild: null }));
  };

  const formEntry = useFormEntry(() => {
    if (openChild !== null) closeForm();
  });

  // While the list is sent it stays as it is: what is shown then is what was sent.
  const open = (key: string | null, values: ChildValues): void => {
    if (busy) return;
    headingIsNew.current = true;
    forgetFaults();
    setNews(null);
    updateRegistration((state) => ({ ...state, openChild: { key, values } }));
    formEntry.enter();
  };

  const close = (): void => {
    setPressed(null);
    submit(async () => {
      closeForm();
      await formEntry.leave();
      return null;
    });
  };

  const save = (values: ChildValues, found: readonly FieldError[]): void => {
    setPressed(null);
    submit(async () => {
      if (found.length > 0) return fieldRefusal(found);
      const edited = openChild?.key ?? null;
      headingIsNew.current = true;
      setNews({ text: `${values.firstName} was ${edited === null ? 'added' : 'changed'}.` });
      updateRegistration((state) => withChild(state, edited ?? newUuid(), values));
      await formEntry.leave();
      return null;
    });
  };

  const remove = (child: ListedChild): void => {
    if (busy) return;
    const { firstName } = child.values;
    const place = children.indexOf(child);
    const undo = (): void => {
      headingIsNew.current = true;
      setNews({ text: `${firstName} is back.` });
      updateRegistration((state) => withChildBack(state, child, place));
    };
    headingIsNew.current = true;
    forgetFaults();
    setNews({ text: `${firstName} was removed.`, undo });
    updateRegistration((state) => withoutChild(state, child.key));
  };

  const proceed = (): void => {
    if (!busy) setPressed('continue');
    submit(async () => {
      setNews(null);
      const refused = await saveChildren(supportEmail);
      // Meanwhile another tab may have ended this registration, and led this one away.
      const goesOn = refused === null && childrenAreSaved(registration());
      if (goesOn) navigate(pathAfter(PAGE.path));
      return refused;
    });
  };

  const cancel = (): void => {
    setAsking(false);
    setPressed('cancel');
    submit(async () => {
      await cancelRegistration();
      navigate(PAGES.cancelled.path);
      return null;
    });
  };

  return (
    <StepPage page={PAGE} fault={fault} faultOf={faults.of}>
      <ListNews
        news={news}
        sending={busy && pressed !== null}
        onOver={(hadFocus) => {
          headingIsNew.current = hadFocus;
          setNews(null);
        }}
      />
      <ChangedElsewhere />
      {openChild !== null ? (
        <ChildForm
          key={openChild.key ?? 'new'}
          form={openChild}
          faults={faults}
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
            onDelete={remove}
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
              Cancel registration
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
