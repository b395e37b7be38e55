import { Injectable } from '@nestjs/common';

/** What became of a claimed message; see `Outcome` of the delivery. */
export type MailOutcomeListener = (kind: string, outcome: string) => void;

/** Who wants to hear what became of each message registers here; this module knows no such feature. */
@Injectable()
export class MailOutcomes {
  private readonly listeners: MailOutcomeListener[] = [];

  register(listener: MailOutcomeListener): void {
    this.listeners.push(listener);
  }

  tell(kind: string, outcome: string): void {
    for (const listener of this.listeners) listener(kind, outcome);
  }
}
