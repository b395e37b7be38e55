/** What the daily run of the retention erases, in the order in which the portal shows it. */
export const RETENTION_KINDS = [
  'families',
  'links',
  'passwordLinks',
  'mails',
  'capturedMails',
  'sessions',
  'rateCounts',
  'challenges',
  'mailedAddresses',
  'auditEvents',
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** One kind of it. */
export interface RetentionForecast {
  kind: RetentionKind;
  /** How long it is kept after its purpose has ended. */
  keptDays: number;
  /** How many the next run would erase, were nothing to happen before. */
  count: number;
  /** When the purpose of the oldest of them ended; ISO 8601, UTC. */
  oldest: string | null;
}

/** A family that never confirmed. No more of it than names it. */
export interface RetentionFamily {
  guid: string;
  /** When the agreement was accepted; ISO 8601, UTC. */
  acceptedAt: string;
}

/** `GET admin/api/privacy/retention`: what the next run would erase. */
export interface RetentionPreview {
  /** ISO 8601, UTC. */
  nextRunAt: string;
  kinds: RetentionForecast[];
  /** The oldest of the families, at most `RETENTION.previewedFamilies`. */
  families: RetentionFamily[];
}
