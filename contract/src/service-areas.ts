/** Areas of a lab in the San Francisco Bay Area. A lab elsewhere replaces this file. */
export const SERVICE_AREAS = [
  'San Francisco',
  'Peninsula',
  'East Bay',
  'North Bay',
  'South Bay',
  'Outside',
] as const;
export type ServiceArea = (typeof SERVICE_AREAS)[number];

const codes = (text: string): readonly string[] => text.trim().split(/\s+/);

/** First three digits of an area's zip codes; whole codes when another area shares those digits. */
const ZIP_CODES: Readonly<Record<ServiceArea, readonly string[]>> = {
  'San Francisco': codes('941'),
  // Including the airport.
  Peninsula: codes('940 943 944 94128'),
  'East Bay': codes('945 946 947 948'),
  // Including Napa and Solano Counties.
  'North Bay':
    codes(`949 954 94503 94508 94510 94512 94515 94533 94534 94535 94558 94559 94562 94567
    94571 94573 94574 94576 94581 94585 94589 94590 94591 94592 94599`),
  // Including Mountain View and Sunnyvale.
  'South Bay': codes(`950 951 94035 94039 94040 94041 94042 94043 94085 94086 94087 94088 94089`),
  // Everything else. Codes in Santa Cruz, Monterey and San Benito Counties start like the South Bay's.
  Outside:
    codes(`95001 95003 95004 95005 95006 95007 95010 95012 95017 95018 95019 95023 95024 95039
    95041 95043 95045 95060 95061 95062 95063 95064 95065 95066 95067 95073 95075 95076 95077`),
};

/** Areas by whole zip code or by its first three digits. */
export const AREA_OF_ZIP: Readonly<Partial<Record<string, ServiceArea>>> = Object.fromEntries(
  SERVICE_AREAS.flatMap((area) => ZIP_CODES[area].map((code) => [code, area])),
);

export function areaOf(zipCode: string): ServiceArea {
  return AREA_OF_ZIP[zipCode] ?? AREA_OF_ZIP[zipCode.slice(0, 3)] ?? 'Outside';
}

/** The zip codes of an area as ranges, in order. */
export function zipRangesOf(area: ServiceArea): { first: string; last: string }[] {
  const zip = (number: number): string => String(number).padStart(5, '0');
  // The area can change at both ends of each entry.
  const edges = Object.keys(AREA_OF_ZIP).flatMap((code) => {
    const width = code.length === 3 ? 100 : 1;
    return [Number(code) * width, (Number(code) + 1) * width];
  });
  const starts = [...new Set([0, ...edges])].sort((one, other) => one - other);
  return starts
    .map((start, index) => ({ first: zip(start), last: zip((starts[index + 1] ?? 100_000) - 1) }))
    .filter(({ first }) => areaOf(first) === area);
}
