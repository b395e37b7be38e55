import { type FieldError, MESSAGES } from '@kidlab/contract';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

import { MailText } from './page.js';

/** What went wrong with a submission: sentences, and the fields at fault. */
export interface Fault {
  /** Another one for each submission, so that the banner takes the focus again. */
  readonly id: number;
  readonly lines: readonly string[];
  readonly fields: readonly FieldError[];
}

const ERROR_PREFIX = 'Error: ';

function focusField(event: MouseEvent<HTMLAnchorElement>, field: string): void {
  const control = document.getElementById(field);
  if (control === null) return;
  event.preventDefault();
  control.scrollIntoView({ block: 'center' });
  control.focus();
}

function Banner({ lines, fields }: Omit<Fault, 'id'>): ReactNode {
  const banner = useRef<HTMLDivElement>(null);

  useEffect(() => {
    window.scrollTo(0, 0);
    banner.current?.focus({ preventScroll: true });
    document.title = ERROR_PREFIX + document.title;
    return () => {
      if (document.title.startsWith(ERROR_PREFIX)) {
        document.title = document.title.slice(ERROR_PREFIX.length);
      }
    };
  }, []);

  return (
    <div className="banner" role="alert" tabIndex={-1} ref={banner}>
      <h2>{MESSAGES.bannerHeading}</h2>
      {lines.map((line) => (
        <p key={line}>
          <MailText>{line}</MailText>
        </p>
      ))}
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, message }) => (
            <li key={field}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  focusField(event, field);
                }}
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * Stands above the h1. It takes the focus, scrolls the page to its top and marks the page's title.
 * @param faultOf what is wrong with a field by now: corrected fields leave the list, and the last one takes the banner along
 */
export function ErrorBanner({
  fault,
  faultOf,
}: {
  readonly fault: Fault | null;
  readonly faultOf?: ((field: string) => string | null) | undefined;
}): ReactNode {
  if (fault === null) return null;
  const fields = fault.fields.flatMap(({ field, message }) => {
    const now = faultOf === undefined ? message : faultOf(field);
    return now === null ? [] : [{ field, message: now }];
  });
  if (fault.fields.length > 0 && fields.length === 0) return null;
  return <Banner key={fault.id} lines={fault.lines} fields={fields} />;
}
