import { MESSAGES } from '@kidlab/contract';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

import { MailText, NewHeading } from './page.js';
import type { Fault, Submission } from './submission.js';

const ERROR_PREFIX = 'Error: ';

function focusField(event: MouseEvent<HTMLAnchorElement>, field: string): void {
  const control = document.getElementById(field);
  if (control === null) return;
  event.preventDefault();
  control.closest('details')?.setAttribute('open', '');
  control.scrollIntoView({ block: 'center' });
  control.focus();
}

function Banner({ lines, fields }: Fault): ReactNode {
  const banner = useRef<HTMLDivElement>(null);

  useEffect(() => {
    window.scrollTo(0, 0);
    banner.current?.focus({ preventScroll: true });
    document.title = ERROR_PREFIX + document.title;
    return () => {
      const { title } = document;
      if (title.startsWith(ERROR_PREFIX)) document.title = title.slice(ERROR_PREFIX.length);
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
              <a href={`#${field}`} onClick={(event) => focusField(event, field)}>
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Above the h1. Takes the focus, scrolls to the top and marks the page's title. */
export function ErrorBanner({ fault }: { readonly fault: Fault | null }): ReactNode {
  return fault && <Banner key={fault.id} {...fault} />;
}

interface PageHeadProps {
  readonly submission: Submission;
  readonly children: string;
}

/** Banner and heading of a page that changes without a change of address. */
export function PageHead({ submission, children }: PageHeadProps): ReactNode {
  return (
    <>
      <ErrorBanner fault={submission.fault} />
      <NewHeading>{children}</NewHeading>
    </>
  );
}
