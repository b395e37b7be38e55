export * from './agreement.js';
export * from './enumerations.js';
export * from './format.js';
export * from './limits.js';
export * from './messages.js';
export * from './paths.js';
export * from './rules.js';
export * from './wire.js';
