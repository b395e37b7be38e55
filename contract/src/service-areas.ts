/**
 * Where families live, as a lab in the San Francisco Bay Area plans its sessions. A lab elsewhere replaces these, and
 * their zip codes in the server's `families/service-areas.ts`.
 */
export const SERVICE_AREAS = [
  'San Francisco',
  'Peninsula',
  'East Bay',
  'North Bay',
  'South Bay',
  'Outside',
] as const;
export type ServiceArea = (typeof SERVICE_AREAS)[number];
