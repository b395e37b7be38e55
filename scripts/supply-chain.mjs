// node scripts/supply-chain.mjs: checks package-lock.json by the rules in docs/operation.md. Part of `npm test lint`.
import { Fault, main, say } from './lib/checkout.mjs';
import { lockedPackages, supplyChainFaults } from './lib/supply-chain.mjs';

await main(async () => {
  const faults = supplyChainFaults();
  if (faults.length > 0) throw new Fault(faults.join('\n'));
  say(`supply chain: ${lockedPackages().length} packages, as the rules allow`);
});
