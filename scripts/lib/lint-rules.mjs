// This project's rules for oxlint. Each is a selector for the code that it rejects.

/** @param {string} selector what to reject, as in https://eslint.org/docs/latest/extend/selectors */
const refuse = (selector, message) => ({
  create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
});

export default {
  meta: { name: 'kidlab' },
  rules: {
    // Skipped tests prove nothing, and `only` hides all other tests.
    'no-unrun-test': refuse(
      'MemberExpression[object.name=/^(test|sessionTest|it|describe)$/][property.name=/^(skip|only|todo|fixme|failing|fails|skipIf|runIf)$/]',
      'Every test runs: no skip, only, todo, fixme or condition.',
    ),
    // Browser tests use retrying assertions: `await expect(locator).toHaveText(…)` or `expect.poll`. The database may
    // be read once, because a page reports success only after its data is stored.
    'no-non-retrying-assertion': refuse(
      'CallExpression[callee.name="expect"] AwaitExpression > CallExpression.argument:not([callee.object.name="database"]):not([callee.name="readFamily"])',
      'Use a retrying assertion: await expect(locator).…, or expect.poll(() => …).',
    ),
    // Lint can check only literals for linear time.
    'no-dynamic-regexp': refuse(
      ':matches(NewExpression, CallExpression)[callee.name="RegExp"]',
      'Write a regular expression as a literal: lint checks that it takes linear time.',
    ),
    // Tests take specified words from the specification, not from the product. The product's other words are in
    // `added`.
    'no-product-texts': refuse(
      'MemberExpression[object.name=/^(REPORT|SEARCH)_TEXTS$/]:not([property.name="added"]):not([property.name="columns"])',
      'Take specified words from portal-specification.ts.',
    ),
  },
};
