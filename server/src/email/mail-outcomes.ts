import { Injectable } from '@nestjs/common';

/**
 * What became of a claimed message. `lost`: its row is gone or another worker took it over, or the database did
 * not come back in time to write the outcome down; then the message is mailed again when its lease is over, with an
 * equal Message-ID.
 */
export type Outcome = 'sent' | 'postponed' | 'failed' | 'withdrawn' | 'released' | 'lost';

/** Hears what became of a claimed message. */
export type MailOutcomeListener = (kind: string, outcome: Outcome) => void;

/** Who wants to hear what became of each message registers here; this module knows no such feature. */
@Injectable()
export class MailOutcomes {
  private readonly listeners: MailOutcomeListener[] = [];

  register(listener: MailOutcomeListener): void {
    this.listeners.push(listener);
  }

  tell(kind: string, outcome: Outcome): void {
    for (const listener of this.listeners) listener(kind, outcome);
  }
}
