import { BASE_PATH, MESSAGES } from '@kidlab/contract';
import { Component, type ReactNode } from 'react';

import bear from '../../../brand/picture-bear.svg';
import { Picture } from './page.js';

/** The fallback for whatever nobody foresaw. The way back loads the site anew. */
export function UnexpectedError({ detail }: { readonly detail: string }): ReactNode {
  return (
    <>
      <h1 tabIndex={-1}>{MESSAGES.unexpectedErrorHeading}</h1>
      <p>{detail}</p>
      <p>
        <a className="button" href={`${BASE_PATH}/`}>
          Back to the start
        </a>
      </p>
      <Picture src={bear} width={220} height={170} />
    </>
  );
}

interface Props {
  readonly children: ReactNode;
}
interface State {
  readonly error: Error | null;
}

/** Shows the fallback in place of pages that failed to render. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(MESSAGES.unexpectedError) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <UnexpectedError detail={error.message === '' ? MESSAGES.unexpectedError : error.message} />
    );
  }
}
