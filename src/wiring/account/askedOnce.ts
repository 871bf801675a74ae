import {mayPass} from '../../domain/failure'

/**
 * A link works once, so it is asked about once: whoever asks for the same token again gets the first answer, unless it
 * was a failure that may pass. (React's strict mode starts each actor twice.)
 */
export function askedOnce<T>(ask: (token: string) => Promise<T>): (token: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>()
  return token => {
    const known = answers.get(token)
    if (known !== undefined) return known
    const answer = ask(token)
    answers.set(token, answer)
    answer.catch(error => {
      if (mayPass(error)) answers.delete(token)
    })
    return answer
  }
}
