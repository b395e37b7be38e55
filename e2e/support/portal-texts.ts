/** All texts of the portal. */
export * from '../../admin/src/texts/dashboard.js';
export * from '../../admin/src/texts/export.js';
export * from '../../admin/src/texts/invitations.js';
export * from '../../admin/src/texts/inviting.js';
export * from '../../admin/src/texts/operations.js';
export * from '../../admin/src/texts/portal.js';
export * from '../../admin/src/texts/privacy.js';
export * from '../../admin/src/texts/record.js';
export * from '../../admin/src/texts/search.js';
export * from '../../admin/src/texts/sign-in.js';
export * from '../../admin/src/texts/studies.js';
