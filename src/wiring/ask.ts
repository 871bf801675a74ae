import {fromPromise, type PromiseActorLogic} from 'xstate'
import type {Http, Options} from '../api/http'

/** A call of `src/api`. */
type Call<Question, Answer> = (http: Http, question: Question, options: Options) => Promise<Answer>

/** A call, asked what the machine that invokes it asks; the types are those of the machine. */
export const ask = <Question, Answer>(
  http: Http,
  call: Call<NoInfer<Question>, NoInfer<Answer>>,
): PromiseActorLogic<Answer, Question> => fromPromise(({input, signal}) => call(http, input, {signal}))

/** A call that takes the values of a form. */
export const submit = <Values>(http: Http, call: Call<NoInfer<Values>, void>) =>
  ask<{values: Values}, void>(http, (_, {values}, options) => call(http, values, options))
