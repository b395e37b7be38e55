import { type AgreementSection, MESSAGES } from '@kidlab/contract';
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

import { useSite } from '../site/site.js';
import { Button } from './button.js';
import type { Fault } from './submission.js';

/** The h1; focused when the route changes. */
export function PageHeading({ children }: { readonly children: ReactNode }): ReactNode {
  return <h1 tabIndex={-1}>{children}</h1>;
}

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
    // Not atomic: while a field is corrected, a screen reader announces only its new message, not the whole list.
    <div className="banner" role="alert" aria-atomic={false} tabIndex={-1} ref={banner}>
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

/**
 * Shown until hydration, or while the draft loads: after a moment, and after a long wait with a way to reload. The
 * style sheet sets the times, because a script that did not load can't.
 */
export function StillLoading(): ReactNode {
  return (
    <p className="still-loading notice">
      <span>One moment, please: the page is still loading.</span>
      <span className="still-loading-long">
        This is taking longer than it should. <a href="">Reload the page</a>
      </span>
    </p>
  );
}

/** What has just changed on the page. */
export interface News {
  readonly text: string;
  /** Restores a removed child. */
  readonly undo?: () => void;
}

interface StatusProps {
  /** The server is being asked. */
  readonly busy: boolean;
  readonly news?: News | null;
}

/** Tells a screen reader that the page is busy, and everyone what has changed. */
export function Status({ busy, news }: StatusProps): ReactNode {
  return (
    <p className={busy || !news ? 'visually-hidden' : 'news'} role="status">
      {/* In separate elements: see `MailText`. */}
      <span>{busy ? MESSAGES.sending : news?.text}</span>
      {!busy && news?.undo && (
        <span>
          {' '}
          <Button look="link" onClick={news.undo}>
            Undo
          </Button>
        </span>
      )}
    </p>
  );
}

export function NeedsScript(): ReactNode {
  return (
    <noscript>
      <p className="notice">Please turn on JavaScript in your browser to use this page.</p>
    </noscript>
  );
}

interface RetryProps {
  readonly reason: string;
  readonly onRetry: () => void;
}

export function Retry({ reason, onRetry }: RetryProps): ReactNode {
  return (
    <>
      <p role="alert" className="field-error">
        <MailText>{reason}</MailText>
      </p>
      <div className="actions">
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </>
  );
}

/** An e-mail address. A long one breaks before its @, not within a word. */
export function Address({ children }: { readonly children: string }): ReactNode {
  const [local, domain] = children.split(/(?=@)/);
  return (
    <span key={children} translate="no">
      {local}
      <wbr />
      {domain}
    </span>
  );
}

/**
 * Text with the support address as a link. A browser that translates the page replaces its text nodes, and React
 * fails when it removes one of them or inserts before it. So changing text gets a separate, keyed element, which React
 * replaces as a whole.
 */
export function MailText({ children }: { readonly children: string }): ReactNode {
  const { supportEmail } = useSite();
  const [before, ...after] = children.split(supportEmail);
  return (
    <span key={children}>
      {before}
      {after.length > 0 && <SupportLink />}
      {after.join(supportEmail)}
    </span>
  );
}

export function SupportLink(): ReactNode {
  const { supportEmail } = useSite();
  return (
    <a className="tall-link" href={`mailto:${supportEmail}`}>
      {supportEmail}
    </a>
  );
}

interface SectionProps {
  readonly section: AgreementSection;
  readonly level: 2 | 3;
}

export function Section({ section, level }: SectionProps): ReactNode {
  const Heading = `h${level}` as const;
  return (
    <section>
      <Heading>{section.heading}</Heading>
      {section.paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {section.items && (
        <ul>
          {section.items.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function Picture(props: ComponentProps<'img'>): ReactNode {
  return <img className="picture" alt="" fetchPriority="low" {...props} />;
}
