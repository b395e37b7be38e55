/** Longest pause between two pieces of an answer, in milliseconds. */
const LONGEST_PAUSE = 30_000;

/**
 * The text of an answer while it arrives. Leaving early, and a pause that is too long, end the call.
 * @throws what `failureOf` makes of a connection that is lost; what `signal` was aborted with.
 */
export async function* readText(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
  failureOf: () => Error,
): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await nextPiece(reader);
      if (done) break;
      const text = decoder.decode(value, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw failureOf();
  } finally {
    // The server stops reading for whoever has gone. A stream that has ended or failed takes no notice.
    await reader.cancel().catch(() => undefined);
  }
}

async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  const timer = setTimeout(() => {
    void reader.cancel();
  }, LONGEST_PAUSE);
  try {
    return await reader.read();
  } finally {
    clearTimeout(timer);
  }
}
