/** Questions that wait for their answer, the oldest first. One that nobody waits for any more is forgotten. */
export function createPending() {
  let waiting: {answer: () => void; about?: unknown; isReplaceable?: true}[] = []
  return {
    waiting: () => waiting.map(({about = null}) => about),
    /** `about` holds what decides the answer already while the question waits. */
    add<T>(answer: () => T, signal: AbortSignal, about?: unknown): Promise<T> {
      return new Promise((resolve, reject) => {
        const question = {
          about,
          answer() {
            try {
              resolve(answer())
            } catch (error) {
              reject(error)
            }
          },
        }
        waiting.push(question)
        signal.addEventListener('abort', () => {
          waiting = waiting.filter(other => other !== question)
        })
      })
    },
    /** Replaces the pending question that was asked in this way. */
    replace(about: unknown, answer: () => void) {
      this.forget()
      waiting.push({about, answer, isReplaceable: true})
    },
    /** Drops that question. */
    forget() {
      waiting = waiting.filter(({isReplaceable}) => !isReplaceable)
    },
    answerOne(): boolean {
      const question = waiting.shift()
      question?.answer()
      return question !== undefined
    },
  }
}
