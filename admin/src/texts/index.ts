/** What the portal says. Sentences of the specification are copied byte for byte. */
export * from './dashboard.js';
export * from './export.js';
export * from './grids.js';
export * from './invitations.js';
export * from './inviting.js';
export * from './operations.js';
export * from './portal.js';
export * from './privacy.js';
export * from './record.js';
export * from './search.js';
export * from './second-factor.js';
export * from './studies.js';
