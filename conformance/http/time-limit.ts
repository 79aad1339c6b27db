/** Resolves with the result of `promise`, or with that of `late` after `limitMs`. */
export async function limitTime<Result>(
  promise: Promise<Result>,
  limitMs: number,
  late: () => Result,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(late()), limitMs);
  });
  try {
    return await Promise.race([promise, isLate]);
  } finally {
    clearTimeout(timer);
  }
}
