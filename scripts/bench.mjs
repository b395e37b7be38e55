// npm run bench: the benchmarks are still to come.
console.log('There are no benchmarks yet; they come with the work on speed.');
