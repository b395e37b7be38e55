import { BASE_PATH, MESSAGES } from '@kidlab/contract';
import { Component, type ReactNode } from 'react';

import { failureText } from '../api/http.js';
import bear from '../../../brand/picture-bear.svg';
import { Picture } from './page.js';

/** The link reloads the site. */
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
  /** `null` without an error. */
  readonly detail: string | null;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { detail: null };

  static getDerivedStateFromError(error: unknown): State {
    return { detail: failureText(error) };
  }

  override render(): ReactNode {
    const { detail } = this.state;
    return detail === null ? this.props.children : <UnexpectedError detail={detail} />;
  }
}
