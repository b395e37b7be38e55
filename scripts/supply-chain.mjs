// node scripts/supply-chain.mjs: holds package-lock.json against the rules of docs/operation.md; a part of `npm test
// lint`.
import { Fault, main, say } from './lib/checkout.mjs';
import { lockedPackages, supplyChainFaults } from './lib/supply-chain.mjs';

await main(async () => {
  const faults = supplyChainFaults();
  if (faults.length > 0) throw new Fault(faults.join('\n'));
  say(`supply chain: ${lockedPackages().length} packages, as the rules allow`);
});
