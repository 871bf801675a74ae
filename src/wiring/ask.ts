import {fromPromise, type PromiseActorLogic} from 'xstate'
import type {Http, Options} from '../api/http'

/** A call of `src/api`. */
export type Call<Question, Answer> = (http: Http, question: Question, options: Options) => Promise<Answer>

/** A call, asked what the machine that invokes it asks; the types are those of the machine. */
export const ask = <Question, Answer>(
  http: Http,
  call: Call<NoInfer<Question>, NoInfer<Answer>>,
): PromiseActorLogic<Answer, Question> => fromPromise(({input, signal}) => call(http, input, {signal}))
