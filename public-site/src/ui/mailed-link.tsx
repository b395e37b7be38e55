import { type ReactNode, useEffect, useState } from 'react';

import { CallError, failureText } from '../api/http.js';
import { useQuery } from '../site/location.js';
import { useHydrated } from '../site/site.js';
import { End, NeedsScript, NewHeading, PageHeading, Retry, StillLoading } from './page.js';
import { type Refusal, refusalOfFailure } from './submission.js';

const UNKNOWN = 'We do not know this link';

/** The heading for a link that has ended; `null` for any other failure. */
function endOf(error: unknown): string | null {
  if (!(error instanceof CallError)) return null;
  if (error.status === 404) return UNKNOWN;
  return error.status === 410 ? error.message : null;
}

export interface MailedPage<View> {
  readonly guid: string;
  readonly view: View;
  /** The refusal of a failed call; `null` when the link has ended, which replaces the page. */
  readonly refusalOf: (error: unknown) => Refusal | null;
}

interface MailedLinkProps<View> {
  readonly title: string;
  readonly load: (guid: string) => Promise<View>;
  /** Shown when the address has no guid. */
  readonly none?: ReactNode;
  readonly children: (page: MailedPage<View>) => ReactNode;
}

type Link<View> =
  | { readonly state: 'checking' }
  | { readonly state: 'open'; readonly view: View }
  | { readonly state: 'ended'; readonly end: string }
  | { readonly state: 'unchecked'; readonly reason: string };

/** Loads what a mailed link stands for, then shows the page. Opening it changes nothing. */
export function MailedLink<View>(props: MailedLinkProps<View>): ReactNode {
  const { title, load, none = <Ended end={UNKNOWN} />, children } = props;
  const guid = useQuery().get('guid') ?? '';
  const hydrated = useHydrated();
  const [link, setLink] = useState<Link<View>>({ state: 'checking' });
  const isChecking = hydrated && guid !== '' && link.state === 'checking';

  useEffect(() => {
    if (!isChecking) return;
    load(guid).then(
      (view) => setLink({ state: 'open', view }),
      (error: unknown) => {
        const end = endOf(error);
        if (end !== null) setLink({ state: 'ended', end });
        else setLink({ state: 'unchecked', reason: failureText(error) });
      },
    );
  }, [guid, isChecking, load]);

  if (hydrated && guid === '') return none;
  switch (link.state) {
    case 'checking':
      return (
        <div className="reserve-form">
          <PageHeading>{title}</PageHeading>
          <NeedsScript />
          <p role="status" className="notice">
            Checking your link…
          </p>
          {!hydrated && <StillLoading />}
        </div>
      );
    case 'open':
      return children({
        guid,
        view: link.view,
        refusalOf: (error) => {
          const end = endOf(error);
          if (end === null) return refusalOfFailure(error);
          setLink({ state: 'ended', end });
          return null;
        },
      });
    case 'ended':
      return <Ended end={link.end} />;
    case 'unchecked':
      return (
        <>
          <NewHeading>We could not check your link</NewHeading>
          <Retry reason={link.reason} onRetry={() => setLink({ state: 'checking' })} />
        </>
      );
  }
}

function Ended({ end }: { readonly end: string }): ReactNode {
  return (
    <End heading={end}>
      {end === UNKNOWN
        ? 'Please follow the link in our newest email once more. Part of it may be missing.'
        : 'You do not need to do anything.'}
    </End>
  );
}
