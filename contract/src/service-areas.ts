/** Where families live, as a lab in the San Francisco Bay Area plans its sessions. A lab elsewhere replaces this file. */
export const SERVICE_AREAS = [
  'San Francisco',
  'Peninsula',
  'East Bay',
  'North Bay',
  'South Bay',
  'Outside',
] as const;
export type ServiceArea = (typeof SERVICE_AREAS)[number];

/** The first three digits of an area's zip codes. What stands nowhere is `Outside`. */
export const AREA_PREFIXES: Readonly<Partial<Record<ServiceArea, readonly string[]>>> = {
  'San Francisco': ['941'],
  Peninsula: ['940', '943', '944'],
  'East Bay': ['945', '946', '947', '948'],
  'North Bay': ['949', '954'],
  'South Bay': ['950', '951'],
};

const codes = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Whole zip codes, before the prefixes: they share their first digits with another area. */
export const AREA_ZIP_CODES: Readonly<Partial<Record<ServiceArea, readonly string[]>>> = {
  // The airport.
  Peninsula: codes('94128'),
  // Napa and Solano County.
  'North Bay': codes(`94503 94508 94510 94512 94515 94533 94534 94535 94558 94559 94562 94567 94571
    94573 94574 94576 94581 94585 94589 94590 94591 94592 94599`),
  // Mountain View, Sunnyvale.
  'South Bay': codes('94035 94039 94040 94041 94042 94043 94085 94086 94087 94088 94089'),
  // Santa Cruz, Monterey and San Benito County.
  Outside:
    codes(`95001 95003 95004 95005 95006 95007 95010 95012 95017 95018 95019 95023 95024 95039
    95041 95043 95045 95060 95061 95062 95063 95064 95065 95066 95067 95073 95075 95076 95077`),
};

/** The area of a five-digit zip code. */
export function areaOf(zipCode: string): ServiceArea {
  const holds = (table: typeof AREA_PREFIXES, text: string): ServiceArea | undefined =>
    SERVICE_AREAS.find((area) => table[area]?.includes(text));
  return holds(AREA_ZIP_CODES, zipCode) ?? holds(AREA_PREFIXES, zipCode.slice(0, 3)) ?? 'Outside';
}
