import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

import { failureText, statusOf } from '../api/http.js';
import { useQuery } from '../site/location.js';
import { useHydrated } from '../site/site.js';
import { End, NewHeading } from './new-heading.js';
import { NeedsScript, PageHeading, Retry, StillLoading } from './page.js';
import { type Refusal, refusalOfFailure } from './submission.js';

/** Statuses of a link that is unknown, or whose invitation or registration has ended. */
const ENDED: readonly (number | null)[] = [404, 410];

export interface MailedPage<View> {
  readonly guid: string;
  readonly view: View;
  /** Shows the server's newest state. */
  readonly onView: (view: View) => void;
  /** The refusal of a failed call; `null` when the link has ended, which replaces the page. */
  readonly refusalOf: (error: unknown) => Refusal | null;
}

interface MailedLinkProps<View> {
  readonly title: string;
  readonly load: (guid: string) => Promise<View>;
  /** Shown when the address has no guid. */
  readonly none?: ReactNode;
  readonly page: ComponentType<MailedPage<View>>;
}

/** Loads the data behind a mailed link, then shows the page. Opening it changes nothing. */
export function MailedLink<View>(props: MailedLinkProps<View>): ReactNode {
  const { title, load, none = <Ended />, page: Page } = props;
  const guid = useQuery().get('guid') ?? '';
  const hydrated = useHydrated();
  /** `null` while the link is checked. */
  const [link, setLink] = useState<{ view: View } | { error: unknown } | null>(null);
  const isChecking = hydrated && guid !== '' && link === null;

  useEffect(() => {
    if (!isChecking) return;
    load(guid).then(
      (view) => setLink({ view }),
      (error: unknown) => setLink({ error }),
    );
  }, [guid, isChecking, load]);

  const refusalOf = (error: unknown): Refusal | null => {
    if (!ENDED.includes(statusOf(error))) return refusalOfFailure(error);
    setLink({ error });
    return null;
  };

  if (hydrated && guid === '') return none;
  if (link === null) {
    return (
      <div className="reserve-form">
        <PageHeading>{title}</PageHeading>
        <NeedsScript />
        <p role="status" className="notice needs-script">
          Checking your link…
        </p>
        {!hydrated && <StillLoading />}
      </div>
    );
  }
  if ('view' in link) {
    const show = (view: View): void => setLink({ view });
    return <Page guid={guid} view={link.view} onView={show} refusalOf={refusalOf} />;
  }
  // 400: the server can’t read the guid.
  if ([400, ...ENDED].includes(statusOf(link.error))) return <Ended error={link.error} />;
  return (
    <>
      <NewHeading>We could not check your link</NewHeading>
      <Retry reason={failureText(link.error)} onRetry={() => setLink(null)} />
    </>
  );
}

function Ended({ error }: { readonly error?: unknown }): ReactNode {
  return statusOf(error) === 410 ? (
    <End heading={failureText(error)}>You do not need to do anything.</End>
  ) : (
    // The same for every unknown link, so as not to reveal whether a family has a new address.
    <End heading="We don’t recognize this link">
      Part of it may be missing: please open it from our email again. If your family’s email address
      has changed, only the link in our latest email to the new address works.
    </End>
  );
}
