/** Lines of a text that comes in parts. By line feeds alone: readline would also cut at other characters, which names may hold. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = '';
  for await (const part of text) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
