/**
 * Version of the participation agreement, which is stored with each acceptance. Any change to the text below needs a
 * new version; a test enforces it.
 */
export const AGREEMENT_VERSION = '2026-11-20';

export interface AgreementSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly items?: readonly string[];
}

/** Also on the landing page. */
export const ELIGIBILITY_DECLARATION: AgreementSection = {
  heading: 'Eligibility declaration',
  paragraphs: [
    'By registering I declare that neither I nor any member of my immediate family works for or is related to:',
  ],
  items: [
    'a toy manufacturer, distributor or retailer',
    'a news-media company (television, radio, print or online)',
    'a marketing or advertising company',
  ],
};

/** Also on the landing page. */
export const NO_TRANSPORTATION =
  'We do not provide or pay for transportation to or from testing sites.';

/** The current text. */
export const AGREEMENT_SECTIONS: readonly AgreementSection[] = [
  {
    heading: 'How your information is used',
    paragraphs: [
      'The information you give may be used for product development and testing, and to invite your family to future sessions: visits to our lab, testing at home, or surveys by e-mail.',
      'Taking part is entirely optional. You decide about each invitation when it comes.',
    ],
  },
  {
    heading: 'Your right to access and removal',
    paragraphs: [
      'You may ask in writing, at any time, for access to your family’s data or for its removal.',
    ],
  },
  ELIGIBILITY_DECLARATION,
  { heading: 'Transportation', paragraphs: [NO_TRANSPORTATION] },
];

/** Every accepted text by its version. Keep an old text while a family that accepted it is stored. */
export const AGREEMENT_TEXTS: Readonly<Record<string, readonly AgreementSection[]>> = {
  [AGREEMENT_VERSION]: AGREEMENT_SECTIONS,
};

/** A family's acceptance of the participation agreement. */
export interface ConsentRecord {
  /** A key of `AGREEMENT_TEXTS`. */
  version: string;
  /** ISO 8601, UTC. */
  acceptedAt: string;
  /** The page's origin; `null` when the client did not send it. */
  origin: string | null;
  /** The client's network, `192.0.2.0/24` or `2001:db8:1::/48`, never a full address. */
  network: string | null;
}
