/** Shows news as they come, and no more often than a person can read. */
export interface Shown<News> {
  /** The newest is shown at once, or when the pause after the last one is over. */
  readonly tell: (news: News) => void;
  /** Nothing is shown any more. */
  readonly stop: () => void;
}

/** @param pause in milliseconds. */
export function atMostEvery<News>(pause: number, show: (news: News) => void): Shown<News> {
  let waiting: { readonly news: News } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function showNow(news: News): void {
    waiting = null;
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting !== null) showNow(waiting.news);
    }, pause);
    show(news);
  }

  return {
    tell: (news) => {
      if (isOver) return;
      if (timer === undefined) showNow(news);
      else waiting = { news };
    },
    stop: () => {
      clearTimeout(timer);
      isOver = true;
    },
  };
}
