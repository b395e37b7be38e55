import { PRESET_TEXTS as TEXTS, type SearchQuery } from '@kidlab/contract';

/** A search that is ready made. */
export interface Preset {
  readonly label: string;
  readonly query: SearchQuery;
}

const years = (minAge: string, maxAge: string): SearchQuery => ({
  ageUOM: 'Years',
  minAge,
  maxAge,
});

export const PRESETS: readonly Preset[] = [
  { label: TEXTS.everybody, query: { ageUOM: 'Years' } },
  { label: TEXTS.awaiting, query: { ageUOM: 'Years', state: 'awaiting' } },
  { label: TEXTS.underTwo, query: years('0', '1') },
  { label: TEXTS.twoToThree, query: years('2', '3') },
  { label: TEXTS.fourToFive, query: years('4', '5') },
];
