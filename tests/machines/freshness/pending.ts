/** Questions that wait for their answer, the oldest first. One that nobody waits for any more is forgotten. */
export function createPending() {
  let waiting: {answer: () => void; about?: unknown}[] = []
  return {
    waiting: () => waiting.map(({about = null}) => about),
    add<T>(answer: () => T, signal: AbortSignal): Promise<T> {
      return new Promise((resolve, reject) => {
        const question = {
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
    /** Replaces the pending question about something. */
    replace(about: unknown, answer: () => void) {
      this.forget()
      waiting.push({about, answer})
    },
    /** Drops the pending questions about something. */
    forget() {
      waiting = waiting.filter(({about}) => about === undefined)
    },
    answerOne(): boolean {
      const question = waiting.shift()
      question?.answer()
      return question !== undefined
    },
  }
}
