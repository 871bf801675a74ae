import {mayPass} from '../../domain/failure'

/**
 * A link works only once, so it is asked about once: the same token gets the first answer again, for instance after
 * Back. A failure that may pass is not kept, so the next call asks again.
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
