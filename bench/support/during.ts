/** Takes a step time after time until the work is over, and resolves to what the work resolves to. */
export async function stepsDuring<Result>(work: Promise<Result>, step: () => Promise<unknown>): Promise<Result> {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  while (!isOver) await step()
  return ended
}
